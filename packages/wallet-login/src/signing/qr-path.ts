import { encode } from 'uqr'

/** Light modules around the code, so that a camera finds it (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4

export interface QrPath {
  /** Width and height, in modules. */
  size: number
  /** The dark modules as an SVG path in modules. */
  path: string
}

/**
 * A text as a QR code.
 *
 * @returns null when it is too long for one (2953 bytes)
 */
export function qrPath(text: string): QrPath | null {
  try {
    const { size, data } = encode(text, { ecc: 'L', border: QUIET_ZONE })
    return { size, path: data.map(rowPath).join('') }
  } catch {
    return null
  }
}

/** Runs of dark modules, each a rectangle one module high. */
function rowPath(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    let end = x + 1
    while (row[end]) end++
    path += `M${x} ${y}h${end - x}v1h${x - end}z`
    x = end
  }
  return path
}
