import type { PointerEvent } from 'react'

let shone: Element | null = null

function shift(card: Element, x: number, y: number) {
  for (const gradient of card.querySelectorAll('linearGradient')) {
    gradient.setAttribute('gradientTransform', `translate(${x.toFixed(3)} ${y.toFixed(3)})`)
  }
}

/**
 * Moves the foil of the card under the pointer, by its gradients' own attribute: a style would be refused by the page's
 * policy. For an element around cards.
 */
export const foilHandlers = {
  onPointerMove: ({ target, clientX, clientY }: PointerEvent) => {
    const card = (target as Element).closest('svg:has(linearGradient)')
    if (shone && shone !== card) shift(shone, 0, 0)
    shone = card
    if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const box = card.getBoundingClientRect()
    shift(card, (clientX - box.left) / box.width - 0.5, (clientY - box.top) / box.height - 0.5)
  },
  onPointerLeave: () => {
    if (shone) shift(shone, 0, 0)
    shone = null
  },
}
