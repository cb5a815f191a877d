import type { Language } from '@fieldhouse/contract'
import { formatDateTime, formatUsd } from '@fieldhouse/i18n/formats'
import type { Item } from './fill.ts'

/** The medians of hours as `/api/v1/rows/medians` answers them, oldest first. */
export interface MedianHistory {
  rows: { at: string; median: number }[]
}

/** How many hours have to be known for a line that says something, and how many steps it has at most. */
const FEWEST = 48
const STEPS = 120

/** What the line is the price of, and its box. */
const DOLLARS = 10
const WIDTH = 1000
const HEIGHT = 300

const HOUR = 3_600_000

/** What the dollars were in an hour, in hundredths of WAX. */
interface Point {
  at: number
  wax: number
}

/** The history as the item of its list: the line, or words in its place. */
export function historyItems(history: MedianHistory | undefined, language: Language): Item[] {
  if (!history) return [{ variants: ['unread'], fields: {} }]
  const points: Point[] = history.rows
    .filter(({ median }) => median > 0)
    .map(({ at, median }) => ({ at: Date.parse(at), wax: Math.ceil((DOLLARS * 1_000_000) / median) }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < FEWEST) return [{ variants: ['few'], fields: {} }]
  const all = points.map(({ wax }) => wax)
  const amount = (hundredths: number) => formatUsd(BigInt(hundredths), language).text
  const day = ({ at }: Point) => formatDateTime(at, language).split(' ').slice(0, 2).join(' ')
  const moment = ({ at }: Point) => new Date(at).toISOString().replace('.000Z', 'Z')
  const fields = {
    ...{ path: pathOf(points, first, last, Math.max(...all)), usd: amount(DOLLARS * 100), wax: amount(last.wax) },
    ...{ least: amount(Math.min(...all)), most: amount(Math.max(...all)) },
    ...{ fromAt: moment(first), fromText: day(first), toAt: moment(last), toText: day(last) },
  }
  return [{ variants: ['chart'], fields }]
}

/** The line in steps, from nought at the bottom; where no hour is known there is none. */
function pathOf(points: readonly Point[], first: Point, last: Point, most: number): string {
  const hourOf = ({ at }: Point) => Math.floor((at - first.at) / HOUR)
  const hours = hourOf(last) + 1
  const width = Math.ceil(hours / STEPS)
  const steps = Math.ceil(hours / width)
  // The last that is known in each step.
  const known = new Array<number>(steps).fill(0)
  for (const point of points) known[Math.floor(hourOf(point) / width)] = point.wax
  const x = (step: number) => Math.floor((WIDTH * step) / steps)
  let path = ''
  let draws = false
  for (const [step, wax] of known.entries()) {
    if (wax !== 0) {
      const y = HEIGHT - Math.floor((HEIGHT * 4 * wax) / (5 * most))
      path += `${draws ? `V${y}` : `M${x(step)} ${y}`}H${x(step + 1)}`
    }
    draws = wax !== 0
  }
  return path
}
