// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { clearShown, markupOf, show } from '../testing'
import { Countdown } from './Countdown'

afterEach(clearShown)

const countdown = (remaining: number | null, ended?: string) => (
  <Countdown remaining={remaining} label="Next sale in:" {...(ended && { ended })} />
)
const spoken = (container: Element) => container.querySelector('[aria-live]')?.textContent
const timer = (container: Element) => container.querySelector('[role=timer]')?.textContent

it('is prerendered with empty cells and without a time', () => {
  const markup = markupOf(countdown(null))
  expect(markup).not.toMatch(/<b>[0-9]/)
  expect(markup).not.toContain('style=')
})

it('counts down in whole words for those who hear it', async () => {
  const { container } = await show(countdown((2 * 86400 + 4 * 3600 + 13 * 60) * 1000))
  expect(timer(container)).toBe('2 days 4 hours 13 minutes')
})

it('says so in Spanish', async () => {
  const { container } = await show(countdown(86400_000), 'es')
  expect(timer(container)).toBe('1 día 0 horas 0 minutos')
})

it('is quiet while it ticks and speaks when it passes a threshold', async () => {
  const { container, render } = await show(countdown(3602_000))
  expect(spoken(container)).toBe('')
  await render(countdown(3601_000))
  expect(spoken(container)).toBe('')
  await render(countdown(3600_000))
  expect(spoken(container)).toBe('Next sale in: 0 days 1 hour 0 minutes 0 seconds')
  await render(countdown(3599_000))
  expect(spoken(container)).toBe('Next sale in: 0 days 1 hour 0 minutes 0 seconds')
})

it.each([
  [undefined, 'Grab your pack now!'],
  ['Closing now', 'Closing now'],
])('says at the end what stands there then: %s', async (ended, words) => {
  const { container, render } = await show(countdown(1000, ended))
  await render(countdown(0, ended))
  expect(spoken(container)).toBe(words)
})

it('leads at its end where it is told to', async () => {
  const { container, render } = await show(<Countdown remaining={1000} label="Next sale in:" href="/court#packs" />)
  expect(container.querySelector('a')).toBeNull()
  await render(<Countdown remaining={0} label="Next sale in:" href="/court#packs" />)
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/court#packs')
})
