import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import s from './Tooltip.module.css'

interface TooltipProps {
  text: string
  href: string | undefined
  'aria-label': string
  children: ReactNode
}

/**
 * A link into a new window with a tooltip on hover and focus. It can be pointed at, and goes when the pointer or the focus
 * does.
 */
export function Tooltip({ text, href, ...link }: TooltipProps) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  const show = () => setShown(true)
  const hide = useCallback(() => setShown(false), [])

  useLayoutEffect(() => {
    const target = bubble.current?.parentElement
    if (!isShown || !bubble.current || !target) return
    place(bubble.current, target)
    // It does not move with what scrolls below it.
    addEventListener('scroll', hide, { capture: true, passive: true })
    addEventListener('resize', hide)
    return () => {
      removeEventListener('scroll', hide, { capture: true })
      removeEventListener('resize', hide)
    }
  }, [isShown, hide])

  return (
    <span className={s.around} onPointerLeave={hide}>
      <a
        {...link}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onPointerEnter={show}
      />
      <span ref={bubble} id={id} role="tooltip" className={s.bubble} hidden={!isShown}>
        {text}
      </span>
    </span>
  )
}

/** Pixels between the tooltip and what it stands at, and the edge of the window. */
const GAP = 12

/** At the end of its target where there is room, else above it. Fixed: the dialog around it clips what overflows. */
function place(bubble: HTMLElement, target: HTMLElement): void {
  const { width, height } = bubble.getBoundingClientRect()
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const beside = right + GAP + width + GAP <= clientWidth
  const x = beside ? right + GAP : Math.max(GAP, Math.min(left, clientWidth - GAP - width))
  const y = beside ? (top + bottom - height) / 2 : top - height - GAP / 2
  bubble.style.setProperty('inset-inline-start', `${x}px`)
  bubble.style.setProperty('inset-block-start', `${Math.max(GAP, y)}px`)
}
