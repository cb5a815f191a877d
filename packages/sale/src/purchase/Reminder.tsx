import type { ListedDrop } from '@fieldhouse/chain-data'
import type { ReactNode } from 'react'
import type { SlipState } from './use-slip'

export interface ReminderProps {
  slip: Pick<SlipState, 't' | 'settings' | 'now'>
  /** A drop that has not begun. */
  drop: ListedDrop
  /** Where the drops have their pages. */
  pages: string
  className?: string | undefined
  children: ReactNode
}

/** The start of a sale as a date for the calendar: a link that saves a file. */
export function Reminder({ slip: { t, settings, now }, drop, pages, className, children }: ReminderProps): ReactNode {
  const { id, name } = drop
  const calendar = calendarOf({
    id,
    startsAt: drop.startsAt ?? now,
    title: t('calendarTitle', { name }),
    description: `${drop.description} ${settings.product}`.trim(),
    address: new URL(`${pages}/${id}`, location.href),
    now,
  })
  return (
    <a
      className={className}
      download={`${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.ics`}
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendar)}`}
    >
      {children}
    </a>
  )
}

const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines of a calendar have 75 bytes at most, and a next one that begins with a space goes on with it (RFC 5545, section 3.1). */
function folded(line: string): string {
  const bytes = new TextEncoder()
  let out = ''
  let width = 0
  for (const letter of line) {
    const size = bytes.encode(letter).length
    if (width + size > 75) {
      out += '\r\n '
      width = 1
    }
    out += letter
    width += size
  }
  return out
}

export interface CalendarEntry extends Record<'id' | 'title' | 'description', string> {
  /** Epoch milliseconds. */
  startsAt: number
  /** Of the drop's page: the same drop of another site is another entry. */
  address: URL
  now: number
}

/** An hour from the start of a sale on, with an alarm ten minutes before, as an iCalendar file (RFC 5545). */
export const calendarOf = ({ id, startsAt, title, description, address, now }: CalendarEntry): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhouse//Sale//EN',
    'BEGIN:VEVENT',
    `UID:drop-${id}@${address.hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(startsAt + 3_600_000)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${address.href}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
