import type { Step } from './use-opening'

/** So far the strip is torn at most while the wallet is asked, once it has signed, and while the chain works, of 1. */
const ASKED = 0.12
const WORKING = 0.8

/** The chain's answer usually takes about so long, in milliseconds. */
export const USUAL = 3000

/** The rest of the strip, once the answer is there, in milliseconds. */
export const REST = 200

/** A way that is never at its end: half of it after so long, in milliseconds. */
const toward = (elapsed: number, half: number): number => 1 - half / (half + Math.max(0, elapsed))

/**
 * How far the strip is torn, of 1: it never stands still, and is at its end only with the answer.
 *
 * @param elapsed since this step began, in milliseconds
 * @param from how far it was torn then
 */
export function tornAt(step: Step, elapsed: number, from: number): number {
  switch (step) {
    case 'sealed':
      return 0
    case 'asked':
      return ASKED * toward(elapsed, 2000)
    case 'signed':
    case 'reading':
    case 'late': {
      // To what the signature tears it comes at once, as the rest does with the answer.
      const start = Math.max(from, Math.min(ASKED, from + (ASKED * elapsed) / REST))
      return start + Math.max(0, WORKING - start) * toward(elapsed, USUAL / 4)
    }
    case 'open':
      return Math.min(1, from + (1 - from) * (elapsed / REST))
  }
}
