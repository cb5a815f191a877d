/** What a button that closes shows; its style sheet says how large. */
export const Cross = () => (
  <svg viewBox="0 0 24 24" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M4 4L20 20M20 4L4 20" />
  </svg>
)
