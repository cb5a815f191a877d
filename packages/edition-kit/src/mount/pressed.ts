import { useEffect, useEffectEvent } from 'react'

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
