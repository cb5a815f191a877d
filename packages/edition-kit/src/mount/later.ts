import { useEffect, useState } from 'react'

/**
 * A module that is no part of the first sight: it is fetched after a while. One that could not be had is not there.
 *
 * @param load fetches it; the same function each time
 * @param after milliseconds
 */
export function useLater<Part extends object>(load: () => Promise<Part>, after: number): Part | undefined {
  const [part, show] = useState<Part>()
  useEffect(() => {
    const timer = setTimeout(() => load().then(show, () => {}), after)
    return () => clearTimeout(timer)
  }, [load, after])
  return part
}
