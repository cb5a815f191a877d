import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Calls once an element comes into sight: what nobody looks at is fetched for nobody. */
export function useAtSight(call: () => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const onSight = useEffectEvent(call)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      onSight()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return place
}
