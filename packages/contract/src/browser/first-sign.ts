/** That somebody is there. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/**
 * Calls at the visitor's first sign: a page that is only read, or only measured, fetches nothing it may never need.
 *
 * @returns how to stop
 */
export const atFirstSign = (call: () => void): (() => void) => {
  const seen = new AbortController()
  const onSign = ({ type, movementX, movementY }: Partial<PointerEvent>) => {
    // Chromium tells of a move that was none when a page comes below a pointer that rests.
    if (type === 'pointermove' && movementX === 0 && movementY === 0) return
    seen.abort()
    call()
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { signal: seen.signal, passive: true })
  return () => seen.abort()
}
