import type { Mount, MountProps, PageInfo, Report, RootName } from '@fieldhouse/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotice } from './notice/notice'
import { IntegrityError } from './remotes'
import { Site, type SiteDependencies } from './site'

const entry = (edition: string) => ({
  release: 'a',
  base: `/_r/${edition}/a/`,
  entry: `/_r/${edition}/a/remoteEntry.js`,
  mount: './mount',
  styles: [],
})

const FIRST: PageInfo = {
  path: '/football',
  route: '/football',
  status: 200,
  language: 'es',
  edition: 'football',
  header: 'football',
  footer: 'football',
  title: 'Football',
  description: '',
  lineup: { shell: entry('shell'), football: entry('football'), basketball: entry('basketball') },
  signedLineup: 'signed',
  time: 1,
}

const island = (name: string, inside: string, when = 'intent') =>
  `<div data-island="${name}" data-scripts="mount.js ${name.replace('/', '-')}.js" data-when="${when}" data-prefix="i0-" data-props='{"id":"9007199254740993"}'>${inside}</div>`

const MAIN = `<h1>first</h1><div id="near">${island('islands/Sale', '<b>fragment</b>')}</div>`

let mounted: {
  props: MountProps
  element: HTMLElement
  update: ReturnType<typeof vi.fn>
  unmount: ReturnType<typeof vi.fn>
}[]
let failures: Map<string, unknown>
let asked: string[]
let held: Promise<void> | undefined
let isHydrated: Promise<void> | undefined
let reports: Report[]
let running: string[]
let dependencies: SiteDependencies

const mountAny = (element: HTMLElement, props: MountProps) => {
  const root = { props, element, update: vi.fn(), unmount: vi.fn(() => element.replaceChildren()) }
  mounted.push(root)
  void Promise.resolve(isHydrated).then(props.onReady)
  return root
}

const mountOf = (roots: RootName[]): Mount =>
  Object.assign(mountAny, {
    roots,
    island: async (name: string) => {
      asked.push(name)
      await held
      if (failures.has(name)) throw failures.get(name)
      return mountAny
    },
  })

const live = (root: string) => mounted.findLast(({ props }) => props.root === root)
const main = () => document.getElementById('fh-main') as HTMLElement
const notice = () => document.querySelector('.fh-notice')
const comeNear = () => document.getElementById('near')?.dispatchEvent(new Event('pointerenter'))
const never = () => false

beforeEach(() => {
  document.head.replaceChildren()
  document.body.innerHTML = `<div id="fh-header"><b>header</b></div><main id="fh-main" tabindex="-1">${MAIN}</main><div id="fh-footer">footer</div><div id="fh-overlay"></div>`
  mounted = []
  failures = new Map()
  asked = []
  held = undefined
  isHydrated = undefined
  reports = []
  running = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  dependencies = {
    document,
    page: FIRST,
    settings: {} as never,
    remotes: {
      check: vi.fn(),
      load: async (edition) => {
        if (failures.has(edition)) throw failures.get(edition)
        return mountOf(edition === 'shell' ? ['header'] : [])
      },
      island: async (edition, at, name) => (await dependencies.remotes.load(edition, at)).island(name),
    },
    preload: vi.fn(),
    notice: createNotice(
      document,
      () => 'es',
      (bar) => main().after(bar),
    ),
    applyData: vi.fn(),
    transition: async (change) => change(),
    navigate: () => {},
    report: (report) => reports.push(report),
    showOverlay: vi.fn(),
    reload: vi.fn(),
    shown: vi.fn(),
    running: (edition) => {
      // A test that has ended may still have something to say.
      const noted = running
      noted.push(edition)
      return () => void noted.splice(noted.indexOf(edition), 1)
    },
  }
})

describe('starting', () => {
  it('hydrates the header with its own prefix, and loads nothing of an island before its time', async () => {
    await new Site(dependencies).start()
    expect(mounted.map(({ props }) => [props.root, props.identifierPrefix, props.hydrate]).sort()).toEqual([
      ['header', 'h-', true],
    ])
    expect(asked).toEqual([])
    expect(dependencies.applyData).toHaveBeenCalledExactlyOnceWith(FIRST)
  })

  it('notes whose code is mounted until it has come to life, died or left', async () => {
    let hydrate = () => {}
    isHydrated = new Promise((resolve) => {
      hydrate = resolve
    })
    const site = new Site(dependencies)
    await site.start()
    comeNear()
    await vi.waitFor(() => expect(live('islands/Sale')).toBeDefined())
    expect(running).toEqual(['shell', 'football'])
    live('islands/Sale')?.props.report({ kind: 'uncaught', message: 'x', edition: 'football', release: 'a', path: '/' })
    expect(running).toEqual(['shell'])
    hydrate()
    await vi.waitFor(() => expect(running).toEqual([]))
    await site.show(BASKETBALL, never)
    expect(dependencies.shown).toHaveBeenCalledExactlyOnceWith(site.page)
  })

  it('hydrates an island where it stands, with the props and the prefix that the page has, once', async () => {
    await new Site(dependencies).start()
    comeNear()
    await vi.waitFor(() => expect(live('islands/Sale')).toBeDefined())
    comeNear()
    const root = live('islands/Sale')
    expect(root?.element.innerHTML).toBe('<b>fragment</b>')
    expect(root?.props).toMatchObject({
      hydrate: true,
      identifierPrefix: 'i0-',
      props: { id: '9007199254740993' },
      base: '/_r/football/a/',
    })
    expect(asked).toEqual(['islands/Sale'])
  })

  it('loads nothing when its page moves the focus to the heading, and does when a visitor moves it to a control', async () => {
    await new Site(dependencies).start()
    const near = document.getElementById('near')
    near?.insertAdjacentHTML('beforeend', '<h2 tabindex="-1">heading</h2><button>control</button>')
    near?.querySelector('h2')?.focus()
    expect(asked).toEqual([])
    near?.querySelector('button')?.focus()
    await vi.waitFor(() => expect(asked).toEqual(['islands/Sale']))
  })
})

describe('what fails', () => {
  it('is loaded with the whole page at the second try', async () => {
    failures.set('shell', new Error('no answer'))
    await new Site(dependencies).start()
    notice()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(notice()?.querySelector('button')?.disabled).toBe(false))
    notice()?.querySelector('button')?.click()
    expect(dependencies.reload).toHaveBeenCalledOnce()
  })

  it('is reported as a matter of integrity when the map does not list it', async () => {
    failures.set('shell', new IntegrityError('not listed'))
    await new Site(dependencies).start()
    expect(new Set(reports.map(({ kind, edition }) => `${kind} ${edition}`))).toEqual(new Set(['integrity shell']))
  })

  it('as a living island gets its markup back as nodes', async () => {
    await new Site(dependencies).start()
    comeNear()
    await vi.waitFor(() => expect(live('islands/Sale')).toBeDefined())
    const root = live('islands/Sale')
    root?.element.replaceChildren()
    root?.props.report({ kind: 'uncaught', message: 'broken', edition: 'football', release: 'a', path: '/football' })
    await vi.waitFor(() => expect(notice()).not.toBeNull())
    expect(root?.unmount).toHaveBeenCalledOnce()
    expect(root?.element.innerHTML).toBe('<b>fragment</b>')
    expect(reports).toHaveLength(1)
  })

  it('as a part of an island is told no longer once its page has left', async () => {
    const site = new Site(dependencies)
    await site.start()
    comeNear()
    await vi.waitFor(() => expect(live('islands/Sale')).toBeDefined())
    live('islands/Sale')?.props.report({ kind: 'remote', message: 'x', edition: 'football', release: 'a', path: '/' })
    expect(notice()).not.toBeNull()
    await site.show(BASKETBALL, never)
    expect(notice()).toBeNull()
  })

  it('as a part of a living root leaves the root alive, and the page can be loaded in full', async () => {
    await new Site(dependencies).start()
    const root = live('header')
    // What a region has when it comes is not said.
    const region = document.querySelector('[role=status]')
    expect(region?.textContent).toBe('')
    root?.props.report({ kind: 'remote', message: 'art', edition: 'shell', release: 'a', path: '/football' })
    expect(root?.unmount).not.toHaveBeenCalled()
    expect(region?.contains(notice())).toBe(true)
    notice()?.querySelector('button')?.click()
    expect(dependencies.reload).toHaveBeenCalledOnce()
  })
})

const BASKETBALL: PageInfo = {
  ...FIRST,
  path: '/basketball',
  route: '/basketball',
  edition: 'basketball',
  header: 'basketball',
  footer: 'basketball',
  title: 'Basketball',
  time: 2,
  main: `<h1>second</h1><div id="near">${island('islands/Court', 'court')}</div>`,
  footerMarkup: '<footer>court</footer>',
}

it('brings islands to life once their styles are there, and the header before', async () => {
  const styles = ['/_r/football/styles.css']
  const lineup = { ...FIRST.lineup, football: { ...entry('football'), styles } }
  document.body.innerHTML = document.body.innerHTML.replace('data-when="intent"', 'data-when="idle"')
  const started = new Site({ ...dependencies, page: { ...FIRST, lineup } }).start()
  await vi.waitFor(() => expect(live('header')).toBeDefined())
  expect(asked).toEqual([])
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('load'))
  await started
  await vi.waitFor(() => expect(asked).toEqual(['islands/Sale']))
})

it('leaves the islands alone of a page that came while the styles of the first were on their way', async () => {
  const lineup = { ...FIRST.lineup, football: { ...entry('football'), styles: ['/_r/football/styles.css'] } }
  const site = new Site({ ...dependencies, page: { ...FIRST, lineup } })
  const started = site.start()
  await site.show(BASKETBALL, never)
  comeNear()
  await vi.waitFor(() => expect(asked).toEqual(['islands/Court']))
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('load'))
  await started
  comeNear()
  await vi.waitFor(() => expect(live('header')).toBeDefined())
  expect(asked).toEqual(['islands/Court'])
})

it('brings islands to life without styles that do not come, and reports that', async () => {
  const lineup = { ...FIRST.lineup, football: { ...entry('football'), styles: ['/_r/football/styles.css'] } }
  document.body.innerHTML = document.body.innerHTML.replace('data-when="intent"', 'data-when="idle"')
  const started = new Site({ ...dependencies, page: { ...FIRST, lineup } }).start()
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('error'))
  await started
  await vi.waitFor(() => expect(asked).toEqual(['islands/Sale']))
  expect(reports).toMatchObject([
    { kind: 'remote', edition: 'football', message: expect.stringContaining('styles.css') },
  ])
})

it('fetches the styles of the edition that a path is of, while its page is on the way', () => {
  const styles = [`/_r/basketball/styles.css`]
  const lineup = { ...FIRST.lineup, basketball: { ...entry('basketball'), styles } }
  const site = new Site({ ...dependencies, page: { ...FIRST, lineup } })
  site.prepare('/basketballs')
  site.prepare('/')
  expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(0)
  site.prepare('/basketball/rules')
  expect(document.querySelector('link[rel="stylesheet"]')?.getAttribute('href')).toBe(styles[0])
  document.head.replaceChildren()
})

describe('showing another page', () => {
  it('waits for the styles of other releases in it, which are fetched as soon as it comes', async () => {
    const site = new Site(dependencies)
    await site.start()
    const page = { ...BASKETBALL, styles: ['/_r/football/floor.css', '/_r/rugby/floor.css'] }
    site.receive(page)
    const links = [...document.querySelectorAll('link[rel="stylesheet"]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(page.styles)
    const shown = site.show(page, never)
    links[0]?.dispatchEvent(new Event('load'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(main().querySelector('h1')?.textContent).toBe('first')
    links[1]?.dispatchEvent(new Event('load'))
    await shown
    expect(main().querySelector('h1')?.textContent).toBe('second')
    document.head.replaceChildren()
  })

  it('says in its head what the gateway composed for that page, and nothing of the page before', async () => {
    const theme = '<meta name="color-scheme" content="light dark">'
    document.head.innerHTML = `${theme}<meta name="description" content="first"><link rel="canonical" href="/football"><link rel="alternate" hreflang="es" href="/football?lang=es"><meta property="og:type" content="article"><meta name="twitter:card" content="summary"><script type="application/ld+json">{"url":"/football"}</script>`
    const head =
      '<link rel="canonical" href="/basketball"><meta property="og:title" content="Basketball"><script type="application/ld+json">{"url":"/basketball"}</script>'
    await new Site(dependencies).show({ ...BASKETBALL, head }, never)
    expect(document.head.innerHTML).toBe(`${theme}<title>Basketball</title>${head}`)
    await new Site(dependencies).show({ ...FIRST, status: 404, head: '<meta name="robots" content="noindex">' }, never)
    expect(document.head.innerHTML).toBe(`${theme}<title>Football</title><meta name="robots" content="noindex">`)
    document.head.replaceChildren()
  })

  it('unmounts the islands of the page that leaves, and never mounts what of them comes late', async () => {
    const site = new Site(dependencies)
    await site.start()
    comeNear()
    await vi.waitFor(() => expect(live('islands/Sale')).toBeDefined())
    await site.show(BASKETBALL, never)
    expect(live('islands/Sale')?.unmount).toHaveBeenCalledOnce()
    let answer = () => {}
    held = new Promise<void>((resolve) => {
      answer = resolve
    })
    comeNear()
    await vi.waitFor(() => expect(asked).toContain('islands/Court'))
    await site.show({ ...FIRST, main: MAIN }, never)
    answer()
    await new Promise((resolve) => setTimeout(resolve))
    expect(live('islands/Court')).toBeUndefined()
  })

  it("makes markup by the page's one Trusted Types policy", async () => {
    const createPolicy = vi.fn((_name: string, rules: { createHTML: (text: string) => string }) => rules)
    vi.stubGlobal('trustedTypes', { createPolicy })
    vi.resetModules()
    const { parseMarkup } = await import('./head')
    parseMarkup(document, '<h1>x</h1>')
    parseMarkup(document, '<h1>y</h1>')
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('fieldhouse', expect.anything())
  })

  it('asks for the code of what waits for nobody when the page comes, and shows the page without waiting for it', async () => {
    globalThis.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never
    held = new Promise(() => {})
    const site = new Site(dependencies)
    const seen = {
      ...BASKETBALL,
      main: `<h1>x</h1>${['sight', 'idle', 'intent'].map((when) => island(`islands/${when}`, when, when)).join('')}`,
    }
    site.receive(seen)
    await vi.waitFor(() => expect(asked).toEqual(['islands/sight', 'islands/idle']))
    const files = ['remoteEntry.js', 'mount.js', 'islands-sight.js', 'mount.js', 'islands-idle.js']
    expect(dependencies.preload).toHaveBeenCalledExactlyOnceWith(files.map((file) => `/_r/basketball/a/${file}`))
    expect(main().textContent).not.toContain('sight')
    await site.show(seen, never)
    expect(main().textContent).toContain('sight')
    failures.set('basketball', new Error('gone'))
    await new Site(dependencies).show(seen, never)
    expect(main().textContent).toContain('sight')
  })

  it('leaves a footer of the same look alone', async () => {
    const site = new Site(dependencies)
    await site.start()
    const footer = document.querySelector('#fh-footer')?.firstChild
    await site.show({ ...FIRST, main: MAIN, footerMarkup: '<footer>field</footer>' }, never)
    expect(document.querySelector('#fh-footer')?.firstChild).toBe(footer)
  })

  it('changes nothing when the import map does not list its release', async () => {
    vi.mocked(dependencies.remotes.check).mockImplementation(() => {
      throw new IntegrityError('not listed')
    })
    const site = new Site(dependencies)
    await expect(site.show(BASKETBALL, never)).rejects.toThrow(IntegrityError)
    expect(main().querySelector('h1')?.textContent).toBe('first')
    expect(site.page).toBe(FIRST)
  })

  it('changes nothing when it was abandoned meanwhile', async () => {
    const site = new Site(dependencies)
    await site.start()
    await site.show(BASKETBALL, () => true)
    expect(main().querySelector('h1')?.textContent).toBe('first')
    expect(site.page).toBe(FIRST)
  })

  it('hydrates a header that comes late as it was made, and then shows it as the page now has it', async () => {
    let hydrate = () => {}
    isHydrated = new Promise((resolve) => {
      hydrate = resolve
    })
    const { load } = dependencies.remotes
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    dependencies.remotes = {
      ...dependencies.remotes,
      load: (asks, at) => (asks === 'shell' ? answered.then(() => load(asks, at)) : load(asks, at)),
    }
    const site = new Site(dependencies)
    const started = site.start()
    await site.show(BASKETBALL, never)
    answer()
    await started
    const root = live('header')
    expect(root?.props.page).toBe(FIRST)
    await site.show({ ...BASKETBALL, path: '/basketball/rules' }, never)
    expect(root?.update).not.toHaveBeenCalled()
    hydrate()
    await vi.waitFor(() => expect(root?.update).toHaveBeenCalledExactlyOnceWith(site.page))
    expect(site.page.path).toBe('/basketball/rules')
  })

  it('loads the page in full when the header dies on it: its fragment is that of the first page', async () => {
    const site = new Site(dependencies)
    await site.start()
    await site.show(BASKETBALL, never)
    live('header')?.props.report({ kind: 'uncaught', message: 'x', edition: 'shell', release: 'a', path: '/' })
    await vi.waitFor(() => expect(dependencies.reload).toHaveBeenCalledOnce())
    expect(notice()).toBeNull()
  })
})
