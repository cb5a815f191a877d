import { useDeferredValue, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False while prerendering and while hydrating, true from a later render on, which is made in pieces and lets the visitor's
 * presses in between; true at once in a root that is rendered by the client alone. What differs between the fragment and the
 * live page hangs on it.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return useDeferredValue(hydrated)
}

/** Before what could not be had is asked for again, in milliseconds: twice as long each time. */
const AGAIN = 5000

/**
 * A module that is no part of the first sight: it is fetched after a while. One that could not be had is not there, and is
 * asked for again.
 *
 * @param load fetches it; the same function each time
 * @param after milliseconds
 */
export function useLater<Part extends object>(load: () => Promise<Part>, after: number): Part | undefined {
  const [part, show] = useState<Part>()
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout>
    const fetchIn = (delay: number, next: number) => {
      timer = setTimeout(() => load().then(show, () => isGone || fetchIn(next, 2 * next)), delay)
    }
    fetchIn(after, AGAIN)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [load, after])
  return part
}

/**
 * A press can be over before the page's code is there. What is pressed is a link to a fragment then: the press stands in the
 * address, which forgets it once it is answered.
 *
 * @param fragment of such links, with its `#`
 * @param answer called with what the pattern has found
 */
export function usePressedBefore(fragment: RegExp, answer: (pressed: RegExpExecArray) => void): void {
  const look = useEffectEvent(() => {
    const pressed = fragment.exec(location.hash)
    if (!pressed) return
    history.replaceState(history.state, '', location.pathname + location.search)
    answer(pressed)
  })
  useEffect(() => {
    look()
    // The links stand there until what is live does.
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
}
