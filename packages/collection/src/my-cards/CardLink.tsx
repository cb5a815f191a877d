import { Card, type Deck } from '@fieldhouse/design'
import type { OwnCard } from '@fieldhouse/holdings'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { cardPath } from '../paths'

interface CardLinkProps {
  card: Pick<OwnCard, 'id' | 'templateId' | 'mint'>
  edition: string
  deck: Deck
  cut?: 'full' | 'small'
}

/** A card of the wall, which leads to its own page. Drawn once: the wall around it changes while it scrolls. */
export const CardLink = memo(
  ({ card: { id, templateId, mint }, edition, ...drawn }: CardLinkProps) => (
    <a href={cardPath(edition, id)}>
      <Card templateId={templateId} mint={mint} {...drawn} turn={Turn} />
    </a>
  ),
  // An asset's template never changes, and its number once: the index has none for a new card.
  ({ card, deck, cut }, other) =>
    card.id === other.card.id && card.mint === other.card.mint && deck === other.deck && cut === other.cut,
)

/** How many cards are drawn in one frame: at first, and at most. */
const FIRST = 3
const MOST = 12

/** A frame after which another card goes into the next one, and one after which only half as many do, in milliseconds. */
const QUICK = 25
const SLOW = 45

/** Who waits, in the order in which they came. */
const waiting = new Set<() => void>()
let atOnce = FIRST
let lastFrame = 0
let frame = 0

function take(now: number): void {
  if (lastFrame > 0 && now - lastFrame < QUICK) atOnce = Math.min(MOST, atOnce + 1)
  if (lastFrame > 0 && now - lastFrame > SLOW) atOnce = Math.max(1, Math.floor(atOnce / 2))
  lastFrame = now
  for (const draw of [...waiting].slice(0, atOnce)) {
    waiting.delete(draw)
    draw()
  }
  frame = waiting.size > 0 ? requestAnimationFrame(take) : 0
  if (frame === 0) lastFrame = 0
}

/** Shows whatever waits for its turn: a page that is printed has no more frames. */
export function drawAll(): void {
  for (const draw of waiting) draw()
  waiting.clear()
}

/**
 * Shows what is in it when its turn comes. A wall of cards is thousands of shapes: drawn in one frame they would hold up the
 * scrolling and whatever is pressed meanwhile, so each frame draws as many as the machine is seen to manage.
 */
export function Turn({ children }: { children: ReactNode }): ReactNode {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const draw = () => setDrawn(true)
    waiting.add(draw)
    if (frame === 0) frame = requestAnimationFrame(take)
    return () => {
      waiting.delete(draw)
    }
  }, [])
  return isDrawn && children
}
