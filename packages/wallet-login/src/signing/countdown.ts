import { useEffect, useState } from 'react'

const SECOND = 1000

/** Seconds left when a countdown speaks to those who do not see it. */
const SPOKEN = [60, 30, 10] as const

/** `mm:ss`. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return [minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Which of the moments to speak at has come: seconds, or null before the first and for what began later than it. */
export function spokenAt(seconds: number): number | null {
  return SPOKEN.findLast((moment) => seconds <= moment) ?? null
}

/**
 * Whole seconds until a moment; a begun one counts.
 *
 * @param deadline by this computer's clock, in epoch milliseconds
 */
export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const beat = () => {
      const moment = Date.now()
      setNow(moment)
      const left = deadline - moment
      // To the next whole second of what is left, so that it cannot drift.
      if (left > 0) timer = setTimeout(beat, left % SECOND || SECOND)
    }
    beat()
    return () => clearTimeout(timer)
  }, [deadline])
  return Math.max(0, Math.ceil((deadline - now) / SECOND))
}
