/** Opens and closes what stands behind it where the window is narrow; a wide one shows it anyway. */
export function Fold({ label }: { readonly label: string }) {
  return (
    <label class="fold button">
      <input type="checkbox" class="visually-hidden" />
      {label}
    </label>
  )
}
