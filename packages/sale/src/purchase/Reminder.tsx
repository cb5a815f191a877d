import type { ListedDrop } from '@fieldhouse/chain-data'
import type { ReactNode } from 'react'
import { calendarOf } from './calendar'
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
    name,
    startsAt: drop.startsAt ?? now,
    title: t('calendarTitle', { name }),
    description: `${drop.description} ${settings.product}`.trim(),
    address: new URL(`${pages}/${id}`, location.href).href,
    host: location.hostname,
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
