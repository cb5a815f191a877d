import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CardLink, drawAll } from './CardLink'
import s from './Racks.module.css'

/** The most cards that stand in the document, whatever the collection and the window; all of them when it is printed. */
export const MOST_SHOWN = 80

/** Rows beyond the window, on either side, that are there before they are seen. */
const AHEAD = 1

/** How the wall is hung in a window of a width, in CSS pixels: cards across, and the gap between them. */
const hung = (width: number): readonly [across: number, gap: number] =>
  width >= 1000 ? [8, 16] : width >= 640 ? [6, 14] : [3, 10]

export interface WallProps extends EditionCards {
  cards: readonly OwnCard[]
  label: string
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // What is not there when the event is over is not printed.
    const begin = () => {
      flushSync(() => setPrinting(true))
      flushSync(drawAll)
    }
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** One even wall: of however many cards, those stand in the document that can be seen. */
export function Wall({ look, deck, cards, label }: WallProps) {
  const list = useRef<HTMLUListElement>(null)
  const [box, setBox] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      setBox((before) => {
        const next = { width, top: Math.round(top + scrollY) }
        return before.width === next.width && before.top === next.top ? before : next
      })
    }
    measure()
    // What stands above the wall can grow, the page's head for one: the document grows with it.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const [across, gap] = hung(box.width)
  const width = Math.max(0, (box.width - (across - 1) * gap) / across)
  const height = width * 1.4 + gap
  const rows = Math.ceil(cards.length / across)
  const virtualizer = useWindowVirtualizer({
    count: box.width > 0 ? rows : 0,
    estimateSize: () => height,
    scrollMargin: box.top,
    overscan: AHEAD,
    // Between two frames the browser is let draw: a row that comes late is better than a frame that does.
    useFlushSync: false,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan, from + Math.floor(MOST_SHOWN / across) - 1)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    },
  })
  // The height of a row is known by the width alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one for the component's life.
  useLayoutEffect(() => virtualizer.measure(), [height])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  // Rows are drawn in pieces, between which the page scrolls on.
  const range = useDeferredValue(`${first} ${first + items.length}`)
  const isPrinting = usePrinting()
  const high = Math.max(0, rows * height - gap)
  return (
    <ul
      ref={list}
      className={isPrinting ? s.printed : s.wall}
      aria-label={label}
      style={isPrinting ? ({ '--screen': `${high}px` } as CSSProperties) : { blockSize: high }}
    >
      <Rows {...{ look, deck, cards, across, gap, width, isPrinting }} range={isPrinting ? `0 ${rows}` : range} />
    </ul>
  )
}

interface RowsProps extends EditionCards {
  cards: readonly OwnCard[]
  /** The first row and the one after the last, as one value that is compared. */
  range: string
  across: number
  gap: number
  width: number
  /** The sheet is laid out by its own width. */
  isPrinting: boolean
}

const Rows = memo(function Rows({ look, deck, cards, range, across, gap, width, isPrinting }: RowsProps) {
  const [from = 0, to = 0] = range.split(' ').map((row) => Number(row) * across)
  return cards.slice(from, to).map((card, index) => {
    const place = from + index
    const x = (place % across) * (width + gap)
    const y = Math.floor(place / across) * (width * 1.4 + gap)
    return (
      <li
        key={card.id}
        aria-setsize={cards.length}
        aria-posinset={place + 1}
        style={isPrinting ? undefined : { inlineSize: width, transform: `translate(${x}px, ${y}px)` }}
      >
        <CardLink card={card} deck={deck} edition={look.edition} cut={card.traits.tier > 2 ? 'full' : 'small'} />
      </li>
    )
  })
})
