interface FoldProps {
  readonly label: string
  /** Whether it is open at first. */
  readonly isOpen?: boolean
}

/** Opens and closes what stands behind it where the window is narrow; a wide one shows it anyway. */
export function Fold({ label, isOpen = false }: FoldProps) {
  return (
    <label class="fold button">
      <input type="checkbox" class="visually-hidden" defaultChecked={isOpen} />
      {label}
    </label>
  )
}
