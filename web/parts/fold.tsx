interface FoldProps {
  readonly label: string
  /** Whether it is open at first. */
  readonly isOpen?: boolean
}

/** Shows and hides the element after it in a narrow window. A wide window always shows that element. */
export function Fold({ label, isOpen = false }: FoldProps) {
  return (
    <label class="fold button">
      <input type="checkbox" class="visually-hidden" defaultChecked={isOpen} />
      {label}
    </label>
  )
}
