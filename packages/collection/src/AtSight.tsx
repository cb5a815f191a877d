import { reportUnloaded, useRoot } from '@fieldhouse/edition-kit'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'

interface AtSightProps<Props> {
  /**
   * Fetches it, the same function each time; what cannot be had is told, and asked for when it comes into sight again: a browser
   * that remembers what failed needs a new document.
   */
  load: () => Promise<ComponentType<Props>>
  className?: string | undefined
  /** How far from sight it counts as seen, as `rootMargin` has it. @default not at all */
  ahead?: string
  /** Its own. */
  props: Props
}

/** What is fetched once its place comes into sight: what nobody looks at is fetched for nobody. */
export function AtSight<Props extends object>({ load, className, ahead = '0px', props }: AtSightProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const { report } = useRoot()
  const tell = useEffectEvent((error: unknown) => reportUnloaded(report, 'a part of the page', error))
  useEffect(() => {
    if (!place.current) return
    let isTold = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        load().then(
          (loaded) => {
            observer.disconnect()
            setPart(() => loaded)
          },
          (error) => {
            if (!isTold) tell(error)
            isTold = true
          },
        )
      },
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [load, ahead])
  return (
    <div ref={place} className={className}>
      {Part && <Part {...props} />}
    </div>
  )
}
