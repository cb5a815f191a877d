import { expect, it } from 'vitest'
import { calendarOf } from './Reminder'

const entry = {
  id: '103',
  startsAt: Date.UTC(2026, 10, 27, 14),
  title: 'First Snap: the sale opens',
  description: 'Three cards; one, two\nthree.',
  address: new URL('https://fieldhouse.example/football/drops/103'),
  now: Date.UTC(2026, 10, 22, 9, 30, 5),
}

it('is an iCalendar file of the start in UTC, with an alarm', () => {
  expect(calendarOf(entry).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhouse//Sale//EN',
    'BEGIN:VEVENT',
    'UID:drop-103@fieldhouse.example',
    'DTSTAMP:20261122T093005Z',
    'DTSTART:20261127T140000Z',
    'DTEND:20261127T150000Z',
    'SUMMARY:First Snap: the sale opens',
    'DESCRIPTION:Three cards\\; one\\, two\\nthree.',
    'URL:https://fieldhouse.example/football/drops/103',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:First Snap: the sale opens',
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('folds long lines at 75 bytes, within no letter', () => {
  const lines = calendarOf({ ...entry, title: 'ñ€😀'.repeat(40) }).split('\r\n')
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  const unfolded = lines.join('\r\n').replaceAll('\r\n ', '')
  expect(unfolded).toContain(`SUMMARY:${'ñ€😀'.repeat(40)}\r\n`)
})

it('says a name with control characters in one line', () => {
  expect(calendarOf({ ...entry, title: 'A\r\nATTACH:evil' })).toContain('SUMMARY:A\\nATTACH:evil\r\n')
})
