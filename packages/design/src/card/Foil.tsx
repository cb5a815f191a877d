import { useEffect, useRef } from 'react'

function shift(card: Element, x: number, y: number) {
  for (const gradient of card.querySelectorAll('linearGradient')) {
    gradient.setAttribute('gradientTransform', `translate(${x.toFixed(3)} ${y.toFixed(3)})`)
  }
}

/**
 * Moves the foil of the card under the pointer, by its gradients' own attribute: a style would be refused by the page's
 * policy. It shows nothing itself and minds the cards of the section that it stands in.
 */
export function Foil() {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const around = place.current?.closest('section, article')
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    let shone: Element | null = null
    const onMove = ({ target, clientX, clientY }: PointerEvent) => {
      const card = (target as Element).closest('svg:has(linearGradient)')
      if (shone && shone !== card) shift(shone, 0, 0)
      shone = card
      if (!card || still.matches) return
      const box = card.getBoundingClientRect()
      shift(card, (clientX - box.left) / box.width - 0.5, (clientY - box.top) / box.height - 0.5)
    }
    const onLeave = () => {
      if (shone) shift(shone, 0, 0)
      shone = null
    }
    const over = new AbortController()
    around?.addEventListener('pointermove', onMove as EventListener, { signal: over.signal })
    around?.addEventListener('pointerleave', onLeave, { signal: over.signal })
    return () => over.abort()
  }, [])
  return <i hidden ref={place} />
}
