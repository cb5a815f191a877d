import { afterEach, expect, it, vi } from 'vitest'
import { createLaunch, isLaunchable } from './device'

const frames = () => [...document.querySelectorAll('iframe')]

afterEach(() => document.body.replaceChildren())

it.each([
  ['esr:gmNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGMBoExgDAjRi4fwAVz93ICUckpGYl12skJZfpFCSkaqQllmUCuQ'],
  ['anchor://link'],
  ['anchor://link?payload=%s'],
  ['https://wallet.test/open'],
])('opens %s', (address) => {
  expect(isLaunchable(address)).toBe(true)
})

it.each([
  ['javascript:alert(1)'],
  ['JavaScript:alert(1)'],
  [' javascript:alert(1)'],
  ['java\nscript:alert(1)'],
  ['data:text/html,x'],
  ['blob:https://play.test/1'],
  ['file:///etc/passwd'],
  ['http://play.test/'],
  ['/football'],
  [''],
  [undefined],
  [7],
])('does not open %j', (address) => {
  expect(isLaunchable(address)).toBe(false)
})

it('goes there first in a frame where the browser would end the page’s sockets', () => {
  const go = vi.fn()
  const launch = createLaunch({ userAgent: 'Firefox/142.0', isBrave: false }, go)
  launch('esr:one')
  launch('esr:two')
  expect(frames().map((frame) => [frame.getAttribute('src'), frame.hidden, frame.title])).toEqual([
    ['esr:two', true, 'Anchor'],
  ])
  expect(go.mock.calls).toEqual([['esr:one'], ['esr:two']])
})

it('needs no frame elsewhere, nor for an address that the page’s policy allows in none', () => {
  const go = vi.fn()
  createLaunch({ userAgent: 'Chrome/142.0', isBrave: false }, go)('esr:one')
  createLaunch({ userAgent: 'Firefox/142.0', isBrave: false }, go)('anchor://link')
  expect(frames()).toEqual([])
  expect(go).toHaveBeenCalledTimes(2)
})
