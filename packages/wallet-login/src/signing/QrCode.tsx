import { useMemo } from 'react'
import { qrPath } from './qr-path'
import s from './SigningDialog.module.css'

interface QrCodeProps {
  text: string
  label: string
  /** Stands in its place when the text is too long for a QR code. */
  tooLong: string
}

/** A QR code, black on white in every theme: cameras do not read the reverse. */
export function QrCode({ text, label, tooLong }: QrCodeProps) {
  const code = useMemo(() => qrPath(text), [text])
  if (!code) return <p className={s.aside}>{tooLong}</p>
  return (
    <svg className={s.code} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  )
}
