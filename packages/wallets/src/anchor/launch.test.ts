import { afterEach, expect, it, vi } from 'vitest'
import { isLaunchable, launch } from './device'

const frames = () => [...document.querySelectorAll('iframe')]

afterEach(() => {
  document.body.replaceChildren()
})

it.each([
  ['esr:gmNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGMBoExgDAjRi4fwAVz93ICUckpGYl12skJZfpFCSkaqQllmUCuQ'],
  ['anchor://link'],
  ['anchor://link?payload=%s'],
  ['https://wallet.test/open'],
])('opens %s', (address) => {
  // Safari has `canParse` from 17 on, and Chrome from 120.
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
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
  ['https://['],
  ['/football'],
  [''],
  [undefined],
  [7],
])('does not open %j', (address) => {
  expect(isLaunchable(address)).toBe(false)
})

/** A browser, and where its page goes. */
const browser = (userAgent: string, brave?: object) => {
  const opened: string[] = []
  vi.stubGlobal('navigator', { userAgent, brave })
  vi.stubGlobal('location', {
    set href(address: string) {
      opened.push(address)
    },
  })
  return opened
}

it.each([
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', undefined],
  ['Brave', 'Chrome/142.0', { isBrave: () => true }],
])('goes there first in a frame where the browser would end the page’s sockets: %s', (_, userAgent, brave) => {
  const opened = browser(userAgent, brave)
  launch('esr:one')
  launch('esr:two')
  expect(frames().map((frame) => [frame.getAttribute('src'), frame.hidden, frame.title])).toEqual([
    ['esr:two', true, 'Anchor'],
  ])
  expect(opened).toEqual(['esr:one', 'esr:two'])
})

it.each([
  ['elsewhere', 'Chrome/142.0', 'esr:one'],
  ['for an address that the page’s policy allows in none', 'Firefox/142.0', 'anchor://link'],
])('needs no frame %s', (_, userAgent, address) => {
  const opened = browser(userAgent)
  launch(address)
  expect([frames(), opened]).toEqual([[], [address]])
})
