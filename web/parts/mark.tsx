/** The service's sign: many lines become one. The same as `public/icon.svg`, in the text's colour. */
export function Mark() {
  return (
    <svg class="mark" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 7h9c5 0 5 9 10 9M3 16h19M3 25h9c5 0 5-9 10-9" />
      <circle cx="25.5" cy="16" r="4" />
    </svg>
  )
}
