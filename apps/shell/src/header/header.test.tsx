// @vitest-environment jsdom
import type { PageInfo, SiteSettings } from '@fieldhouse/contract'
import { eventually, withDialogs } from '@fieldhouse/design/testing'
import { createMount } from '@fieldhouse/edition-kit'
import { inRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frame } from '../frame'
import { NAVIGATION } from './testing/navigation'

const wallets = vi.hoisted(() => ({
  user: null as { accountName: string } | null,
  login: vi.fn(async () => null),
  logout: vi.fn(async () => {}),
  warmUp: vi.fn(),
}))
vi.mock('@fieldhouse/wallet-login', () => ({ ...wallets, useUser: () => wallets.user }))

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
  wallets.user = null
  wallets.login.mockClear()
  wallets.logout.mockClear()
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

  it('close on Escape and give the focus back to their button', async () => {
    await showHeader()
    const [button] = groups() as [HTMLButtonElement]
    await click(button)
    const link = button.parentElement?.querySelector('a') as HTMLElement
    link.focus()
    await act(async () => link.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(expanded()).toEqual(['false', 'false'])
    expect(document.activeElement).toBe(button)
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

  it('highlights the current entry', async () => {
    await showHeader()
    const current = [...element.querySelectorAll('header > nav [aria-current=page]')]
    expect(new Set(current.map(({ textContent }) => textContent))).toEqual(new Set(['Cards']))
  })

  it('shows Spanish names on a Spanish page', async () => {
    await showHeader({ language: 'es' })
    expect(groups()[0]?.textContent).toBe('Learn More (SP)')
  })

  it.each([
    ['default', '/'],
    ['football', '/football'],
    ['basketball', '/basketball'],
  ] as const)('of the look %s leads its logo to %s', async (look, home) => {
    await showHeader({ header: look })
    expect(element.querySelector('header > a')?.getAttribute('href')).toBe(home)
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
    written.mockRestore()
  })

  it('opens the menu from the hamburger and closes it when a link is chosen', async () => {
    await showHeader()
    const menu = element.querySelector('dialog') as HTMLDialogElement
    await click(element.querySelector('[aria-haspopup=dialog]') as HTMLElement)
    expect(menu.open).toBe(true)
    const link = [...menu.querySelectorAll('a')].find(({ textContent }) => textContent === 'FAQ') as HTMLElement
    link.addEventListener('click', (event) => event.preventDefault())
    await click(link)
    expect(menu.open).toBe(false)
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

  it("leads 'Play Now!' of the menu to the tournaments page", async () => {
    await showHeader()
    const link = [...element.querySelectorAll('dialog a')].find(({ textContent }) =>
      textContent?.startsWith('Play Now!'),
    )
    expect(link?.getAttribute('href')).toBe('https://test.play.example/tournaments')
  })
})

describe('the login button', () => {
  const bar = () => element.querySelector('header > div button') as HTMLElement
  const inMenu = () => element.querySelector('dialog > div:last-child button') as HTMLElement

  it('closes the full-screen menu and opens the login modal from it', async () => {
    await showHeader()
    const menu = element.querySelector('dialog') as HTMLDialogElement
    await click(element.querySelector('[aria-haspopup=dialog]') as HTMLElement)
    wallets.login.mockImplementationOnce(async () => {
      expect(menu.open).toBe(false)
      return null
    })
    await click(inMenu())
    expect(wallets.login).toHaveBeenCalledOnce()
  })

  it('shows the accountName in both places when signed in, which leads to what is theirs', async () => {
    wallets.user = { accountName: 'alice.wam' }
    await showHeader({ language: 'es' })
    expect([bar().textContent, inMenu().textContent]).toEqual(['alice.wam', 'alice.wam'])
    for (const button of [bar(), inMenu()]) {
      await click(button)
      expect(button.getAttribute('aria-expanded')).toBe('true')
      await eventually(() => expect(button.nextElementSibling?.textContent).toContain('Mis cartas'))
    }
    expect(wallets.logout).not.toHaveBeenCalled()
    expect(wallets.login).not.toHaveBeenCalled()
  })
})
