/** The logo. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" class="mark-icon">
      <rect width="32" height="32" rx="8" />
      <path d="M8 10.5h16M8 16h11M8 21.5h6" />
      <circle cx="22.5" cy="20.5" r="4.2" />
    </svg>
  )
}
