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

let mounted: {
  edition: string
  props: MountProps
  element: HTMLElement
  update: ReturnType<typeof vi.fn>
  unmount: ReturnType<typeof vi.fn>
}[]
let failures: Map<string, unknown>
let reports: Report[]
let dependencies: SiteDependencies

/** A remote that writes its edition into the element, as a React root that is not hydrated would. */
function mountOf(edition: string, roots: RootName[]): Mount {
  const mount = (element: HTMLElement, props: MountProps) => {
    const root = { edition, props, element, update: vi.fn(), unmount: vi.fn(() => element.replaceChildren()) }
    mounted.push(root)
    if (!props.hydrate) element.textContent = `${edition} live`
    return root
  }
  return Object.assign(mount, { roots })
}

const live = (name: RootName) => mounted.findLast(({ props }) => props.root === name)
const main = () => document.getElementById('fh-main') as HTMLElement
const notice = () => document.querySelector('.fh-notice')

beforeEach(() => {
  document.body.innerHTML =
    '<div id="fh-header"><b>header</b></div><main id="fh-main"><h1>fragment</h1></main><div id="fh-footer">footer</div><div id="fh-overlay"></div>'
  mounted = []
  failures = new Map()
  reports = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  dependencies = {
    document,
    page: FIRST,
    settings: {} as never,
    remotes: {
      load: async (edition) => {
        if (failures.has(edition)) throw failures.get(edition)
        return mountOf(edition, edition === 'shell' ? ['main', 'header', 'footer'] : ['main'])
      },
    },
    notice: createNotice(
      document,
      () => 'es',
      (bar) => main().after(bar),
    ),
    applyData: vi.fn(),
    navigate: () => {},
    report: (report) => reports.push(report),
    showOverlay: vi.fn(),
    reload: vi.fn(),
  }
})

describe('starting', () => {
  it('hydrates header, footer and main with their own prefixes, and no root that the remote does not have', async () => {
    await new Site(dependencies).start()
    expect(
      mounted.map(({ edition, props }) => [edition, props.root, props.identifierPrefix, props.hydrate]).sort(),
    ).toEqual([
      ['football', 'main', 'm-', true],
      ['shell', 'footer', 'f-', true],
      ['shell', 'header', 'h-', true],
    ])
  })

  it('puts the data into the stores when main is hydrated, and not before', async () => {
    await new Site(dependencies).start()
    expect(dependencies.applyData).not.toHaveBeenCalled()
    live('main')?.props.onReady()
    expect(dependencies.applyData).toHaveBeenCalledExactlyOnceWith(FIRST)
  })

  it('leaves the apology of a 503 as it is', async () => {
    await new Site({ ...dependencies, page: { ...FIRST, status: 503 } }).start()
    expect(live('main')).toBeUndefined()
    expect(live('header')).toBeDefined()
  })
})

describe('a remote that fails', () => {
  it('leaves its fragment, lets the others live, reports, and comes back when asked again', async () => {
    failures.set('football', new Error('no answer'))
    await new Site(dependencies).start()
    expect(main().innerHTML).toBe('<h1>fragment</h1>')
    expect(live('header')).toBeDefined()
    expect(reports.map(({ kind, edition, release, path }) => [kind, edition, release, path])).toEqual([
      ['remote', 'football', 'a', '/football'],
    ])
    expect(dependencies.applyData).toHaveBeenCalled()
    expect(notice()?.textContent).toContain('Reintentar')
    failures.clear()
    notice()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(live('main')?.props.hydrate).toBe(true))
    expect(notice()).toBeNull()
  })

  it('is loaded with the whole page at the second try', async () => {
    failures.set('football', new Error('no answer'))
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

  it('that dies while it lives gets its fragment back as nodes', async () => {
    await new Site(dependencies).start()
    const root = live('main')
    main().replaceChildren()
    root?.props.report({
      kind: 'uncaught',
      message: 'main: broken',
      edition: 'football',
      release: 'a',
      path: '/football',
    })
    await vi.waitFor(() => expect(notice()).not.toBeNull())
    expect(root?.unmount).toHaveBeenCalledOnce()
    expect(main().innerHTML).toBe('<h1>fragment</h1>')
    expect(reports).toHaveLength(1)
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
}
const FAQ: PageInfo = { ...FIRST, path: '/football/faq', route: '/football/faq' }
const never = () => false

describe('a remote that answers after the visitor has gone to another page', () => {
  /** Lets an edition's remote wait. @returns what lets it answer, or fail with an error */
  function delay(edition: string): (error?: Error) => void {
    const { load } = dependencies.remotes
    let answer: (error?: Error) => void = () => {}
    const answered = new Promise<Error | undefined>((resolve) => {
      answer = resolve
    })
    dependencies.remotes = {
      load: async (asked, at) => {
        const error = asked === edition ? await answered : undefined
        if (error) throw error
        return load(asked, at)
      },
    }
    return answer
  }

  it('leaves the main that is shown', async () => {
    const answer = delay('football')
    const site = new Site(dependencies)
    const started = site.start()
    await site.show(BASKETBALL, never)
    answer()
    await started
    expect(main().textContent).toBe('basketball live')
    expect(mounted.filter(({ props }) => props.root === 'main')).toHaveLength(1)
  })

  it('is reported when it fails, and the page that is shown says nothing of it', async () => {
    const answer = delay('football')
    const site = new Site(dependencies)
    const started = site.start()
    await site.show(BASKETBALL, never)
    answer(new Error('no answer in 10000 ms'))
    await started
    expect(notice()).toBeNull()
    expect(reports.map(({ edition }) => edition)).toEqual(['football'])
    expect(dependencies.applyData).toHaveBeenCalledExactlyOnceWith(BASKETBALL)
  })

  it('hydrates header and footer as they were made, and then shows them as the page now has them', async () => {
    const answer = delay('shell')
    const site = new Site(dependencies)
    const started = site.start()
    await vi.waitFor(() => expect(live('main')).toBeDefined())
    await site.show(FAQ, never)
    answer()
    await started
    for (const name of ['header', 'footer'] as const) {
      const root = live(name)
      expect(root?.props.page).toBe(FIRST)
      expect(root?.update).not.toHaveBeenCalled()
      root?.props.onReady()
      await Promise.resolve()
      expect(root?.update).toHaveBeenCalledExactlyOnceWith(FAQ)
    }
  })
})

describe('showing another page', () => {
  it('updates the roots that stay', async () => {
    const site = new Site(dependencies)
    await site.start()
    await site.show(FAQ, never)
    expect(mounted).toHaveLength(3)
    for (const root of mounted) expect(root.update).toHaveBeenCalledExactlyOnceWith(FAQ)
    expect(dependencies.applyData).toHaveBeenCalledWith(FAQ)
    expect(dependencies.showOverlay).toHaveBeenCalledExactlyOnceWith(FAQ)
  })

  it('takes the notice away once nothing is missing, and not before', async () => {
    failures.set('shell', new Error('no answer'))
    const site = new Site(dependencies)
    await site.start()
    await site.show(FAQ, never)
    expect(notice()).not.toBeNull()
    failures.clear()
    notice()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(live('footer')).toBeDefined())
    expect(notice()).toBeNull()
    await site.show(BASKETBALL, never)
    expect(live('header')?.update).toHaveBeenCalledWith(BASKETBALL)
  })

  it('swaps main for another edition, with title and colours', async () => {
    const site = new Site(dependencies)
    await site.start()
    const previous = live('main')
    await site.show(BASKETBALL, never)
    expect(main().textContent).toBe('basketball live')
    expect(previous?.unmount).toHaveBeenCalledOnce()
    expect(document.title).toBe('Basketball')
    expect(main().dataset.floor).toBe('basketball')
    expect(document.documentElement.dataset.floor).toBe('basketball')
  })

  it('keeps the previous header and footer on an unknown path', async () => {
    const site = new Site(dependencies)
    await site.start()
    await site.show(
      { ...FIRST, path: '/nowhere', route: null, status: 404, edition: 'shell', header: null, footer: null },
      never,
    )
    expect(live('header')?.update.mock.calls[0]?.[0]).toMatchObject({
      header: 'football',
      footer: 'football',
      status: 404,
    })
    expect(main().textContent).toBe('shell live')
  })

  it('changes nothing when the edition cannot be loaded', async () => {
    const site = new Site(dependencies)
    await site.start()
    failures.set('basketball', new Error('gone'))
    await expect(site.show(BASKETBALL, never)).rejects.toThrow('gone')
    expect(main().innerHTML).toBe('<h1>fragment</h1>')
    expect(site.page).toBe(FIRST)
  })

  it('changes nothing when it was abandoned meanwhile', async () => {
    const site = new Site(dependencies)
    await site.start()
    await site.show(BASKETBALL, () => true)
    expect(main().innerHTML).toBe('<h1>fragment</h1>')
    expect(site.page).toBe(FIRST)
  })

  it.each([
    ['whose edition is another', BASKETBALL, 'main'],
    ['of the same edition', FAQ, 'main'],
    ['under the header', FAQ, 'header'],
  ] as const)(
    'loads the page %s in full when its root dies: the first fragment is not its own',
    async (_, next, name) => {
      const site = new Site(dependencies)
      await site.start()
      await site.show(next, never)
      const root = live(name)
      root?.props.report({ kind: 'uncaught', message: 'broken', edition: root.edition, release: 'a', path: next.path })
      await vi.waitFor(() => expect(dependencies.reload).toHaveBeenCalledOnce())
      expect(document.getElementById(`fh-${name}`)?.innerHTML).toBe('')
      expect(notice()).toBeNull()
    },
  )
})

it('a part that a living root cannot load leaves the root alive, and the page can be loaded in full', async () => {
  await new Site(dependencies).start()
  const root = live('main')
  root?.props.report({ kind: 'remote', message: 'art', edition: 'football', release: 'a', path: '/football' })
  expect(reports.map(({ message }) => message)).toEqual(['art'])
  expect(root?.unmount).not.toHaveBeenCalled()
  expect(main().innerHTML).toBe('<h1>fragment</h1>')
  notice()?.querySelector('button')?.click()
  expect(dependencies.reload).toHaveBeenCalledOnce()
})
