import { useMemo } from 'react'
import { encode } from 'uqr'
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

/** Light modules around the code, so that a camera finds it (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4

interface QrPath {
  /** Width and height, in modules. */
  size: number
  /** The dark modules as an SVG path in modules. */
  path: string
}

/** A text as a QR code; null when it is too long for one (2953 bytes). */
export function qrPath(text: string): QrPath | null {
  try {
    const { size, data } = encode(text, { ecc: 'L', border: QUIET_ZONE })
    return { size, path: data.map(rowPath).join('') }
  } catch {
    return null
  }
}

/** Runs of dark modules, each a rectangle one module high. */
const rowPath = (row: boolean[], y: number): string => {
  const runs = row
    .map((isDark) => (isDark ? '#' : ' '))
    .join('')
    .matchAll(/#+/g)
  return Array.from(runs, ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('')
}
