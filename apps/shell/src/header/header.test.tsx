// @vitest-environment jsdom
import type { Drop } from '@fieldhouse/chain-data'
import { store } from '@fieldhouse/chain-data/host'
import type { PageInfo, SiteSettings } from '@fieldhouse/contract'
import { withDialogs } from '@fieldhouse/design/testing'
import { createMount } from '@fieldhouse/edition-kit'
import { inRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frame } from '../frame'
import { NAVIGATION } from './testing/navigation'

const login = vi.hoisted(() => vi.fn(async () => null))
vi.mock('@fieldhouse/wallet-login', () => ({ login, warmUp: () => {}, useUser: () => null }))

const settings = {
  product: 'Fieldhouse',
  developer: { name: 'Sideline Works', link: 'https://sidelineworks.example' },
  editions: ['football', 'hockey'].map((name) => ({ nameEN: name, NameSP: `${name} (SP)`, link: `/${name}` })),
  navigation: NAVIGATION,
  links: {
    whitepaper: 'https://docs.example/',
    playGame: 'https://play.example/',
    playNow: 'https://test.play.example/tournaments',
  },
  socials: [],
  countdowns: { sale: '2023-11-27T14:00:00Z', season: '2023-09-08T04:00:00Z', seasonNumber: 3 },
} as unknown as SiteSettings

const page = (changes: Partial<PageInfo> = {}): PageInfo => ({
  path: '/football/cards',
  route: '/football/cards',
  status: 200,
  language: 'en',
  edition: 'football',
  header: 'football',
  footer: 'football',
  title: '',
  description: '',
  lineup: {},
  signedLineup: '',
  time: 0,
  ...changes,
})

let element: HTMLElement
const mount = createMount(frame, vi.fn())
let header: ReturnType<typeof mount>

/** @param markup what the document came with */
async function showHeader(changes: Partial<PageInfo> = {}, markup = '') {
  element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = markup
  header = await act(async () =>
    mount(element, {
      root: 'header',
      identifierPrefix: 'h-',
      hydrate: markup !== '',
      page: page(changes),
      settings,
      base: '/_r/shell/0/',
      navigate: () => {},
      report: () => {},
      onReady: () => {},
    }),
  )
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  withDialogs()
})

afterEach(async () => {
  await act(async () => header.unmount())
  document.body.replaceChildren()
})

/** The groups in the bar; the full-screen menu has its own. */
const groups = () => [...element.querySelectorAll<HTMLButtonElement>('header > nav button[aria-expanded]')]
const expanded = () => groups().map((button) => button.getAttribute('aria-expanded'))
const click = (target: HTMLElement) => act(async () => target.click())

describe('the groups of the bar', () => {
  it('open on a click, one at a time', async () => {
    await showHeader()
    expect(expanded()).toEqual(['false', 'false'])
    await click(groups()[0] as HTMLElement)
    expect(expanded()).toEqual(['true', 'false'])
    await click(groups()[1] as HTMLElement)
    expect(expanded()).toEqual(['false', 'true'])
    await click(groups()[1] as HTMLElement)
    expect(expanded()).toEqual(['false', 'false'])
  })

  it('close when the mouse leaves, not when a finger does', async () => {
    await showHeader()
    const [button] = groups() as [HTMLButtonElement]
    const leave = (pointerType: string) =>
      act(async () => {
        // React listens to pointerout and derives the leaving from it.
        const event = new MouseEvent('pointerout', { bubbles: true, relatedTarget: document.body })
        Object.defineProperty(event, 'pointerType', { value: pointerType })
        button.dispatchEvent(event)
      })
    await click(button)
    await leave('touch')
    expect(expanded()[0]).toBe('true')
    await leave('mouse')
    expect(expanded()[0]).toBe('false')
  })

  it('close when the focus moves on', async () => {
    await showHeader()
    const [button, other] = groups() as [HTMLButtonElement, HTMLButtonElement]
    button.focus()
    await click(button)
    await act(async () => other.focus())
    expect(expanded()[0]).toBe('false')
  })
})

describe('the groups of the bar under a finger, which moves no focus in Safari', () => {
  it('close when it presses beside them, and stay open under it', async () => {
    await showHeader()
    const [button, other] = groups() as [HTMLButtonElement, HTMLButtonElement]
    const press = (on: Element) => act(async () => on.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true })))
    await click(button)
    for (const inside of [button, button.parentElement?.querySelector('a') as Element]) await press(inside)
    expect(expanded()).toEqual(['true', 'false'])
    await press(document.body)
    expect(expanded()).toEqual(['false', 'false'])
    await click(button)
    await press(other)
    await click(other)
    expect(expanded()).toEqual(['false', 'true'])
  })
})

describe('the header', () => {
  it('opens https links in a new window and says so, and keeps the others in the app', async () => {
    await showHeader()
    const link = (name: string) =>
      [...element.querySelectorAll('header > nav a')].find(({ textContent }) => textContent?.startsWith(name))
    expect(link('Shop')?.getAttribute('target')).toBe('_blank')
    expect(link('Shop')?.textContent).toContain('opens in a new window')
    expect(link('FAQ')?.hasAttribute('target')).toBe(false)
  })

  it.each<[what: string, changes: Partial<PageInfo>, current: string[]]>([
    ['an edition', {}, ['football']],
    ['an edition that the shell has no look for', { edition: 'hockey', header: 'default' }, ['hockey']],
    ['an unknown path of an edition', { edition: 'shell', route: null, path: '' }, ['football']],
    ['the shell', { edition: 'shell', header: 'default' }, []],
  ])('leads to the editions of the settings; on a page of %s', async (_, changes, current) => {
    await showHeader({ language: 'es', ...changes })
    const links = [...element.querySelectorAll('a')].filter(({ textContent }) =>
      /^(football|hockey) \(SP\)$/.test(textContent),
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/football', '/hockey'])
    const marked = links.filter((link) => link.getAttribute('aria-current') === 'true')
    expect(marked.map((link) => link.getAttribute('href')?.slice(1))).toEqual(current)
  })

  it('tells the gateway which looks a page of the shell or an unknown path stands in, at that address alone', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    await showHeader()
    await act(async () => header.update(page({ header: 'default', footer: 'basketball' })))
    expect(written).not.toHaveBeenCalled()
    history.replaceState(null, '', '/terms')
    const own = { edition: 'shell', route: '/terms', header: 'football', footer: 'football' }
    await act(async () => header.update(page(own)))
    expect(written.mock.lastCall).toEqual(['looks=football.football; path=/terms; max-age=86400; samesite=lax'])
    history.replaceState(null, '', '/nowhere;domain=example')
    await act(async () => header.update(page({ ...own, status: 404, route: null, footer: 'basketball' })))
    expect(written.mock.lastCall).toEqual(['looks=football.basketball; path=/nowhere; max-age=86400; samesite=lax'])
  })

  it('leaves the menu open that was opened before the header lived, until another page comes', async () => {
    // The development build of React tells of the attribute.
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const root = { page: page(), settings, base: '/_r/shell/0/', navigate: () => {}, report: () => {} }
    const markup = renderToString(inRoot(<frame.header {...root} />, root), { identifierPrefix: 'h-' })
    await showHeader({}, markup.replace('<dialog', '<dialog open'))
    const menu = element.querySelector('dialog') as HTMLDialogElement
    expect(menu.open).toBe(true)
    await act(async () => header.update(page({ path: '/football/team' })))
    expect(menu.open).toBe(false)
  })
})

it.each<[where: string, on: string[], changes: Partial<PageInfo>, to: string]>([
  ['to the packs of its edition', ['football', 'hockey'], {}, '/football#packs'],
  ['to the gate where another edition alone has something on sale', ['hockey'], {}, '/#gate'],
  ['to the gate on a page of no edition', ['football'], { edition: 'shell', header: 'default' }, '/#gate'],
])('while a sale is live the banner leads %s', async (_, editions, changes, to) => {
  const drop = { most: 10n, sold: 0n, startsAt: null, endsAt: null, isHidden: false }
  store.set(
    'rowDrops',
    editions.map((edition) => ({ ...drop, edition }) as Drop),
  )
  await showHeader(changes)
  expect(element.querySelector('section a[href*="#"]:not([href="#fh-main"])')?.getAttribute('href')).toBe(to)
  store.set('rowDrops', null)
})

it('the login button of the full-screen menu closes it and opens the login modal', async () => {
  await showHeader()
  const menu = element.querySelector('dialog') as HTMLDialogElement
  await click(element.querySelector('[aria-haspopup=dialog]') as HTMLElement)
  login.mockImplementationOnce(async () => {
    expect(menu.open).toBe(false)
    return null
  })
  await click(element.querySelector('dialog > div:last-child button') as HTMLElement)
  expect(login).toHaveBeenCalledOnce()
})
