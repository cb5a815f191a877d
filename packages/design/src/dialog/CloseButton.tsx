import s from './CloseButton.module.css'

export interface CloseButtonProps {
  /** What it says to who cannot see it. */
  label: string
  onClose: () => void
}

/** The cross in a dialog's upper corner. */
export function CloseButton({ label, onClose }: CloseButtonProps) {
  return (
    <button type="button" className={s.close} aria-label={label} onClick={onClose}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 4L20 20M20 4L4 20" />
      </svg>
    </button>
  )
}
