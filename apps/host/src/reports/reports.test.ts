import type { PageInfo, Report, View } from '@fieldhouse/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReports } from './reports'

const entry = (edition: string) => ({ release: `${edition}-1`, base: `/_r/${edition}/`, entry: 'e.js', styles: [] })

const FOOTBALL = {
  path: '/football',
  route: '/football',
  edition: 'football',
  lineup: { host: entry('host'), shell: entry('shell'), football: entry('football'), basketball: entry('basketball') },
  reports: { share: 100 },
} as unknown as PageInfo

const BASKETBALL = { ...FOOTBALL, path: '/basketball', route: '/basketball', edition: 'basketball' } as PageInfo

const RELEASES = { host: 'host-1', shell: 'shell-1', football: 'football-1' }

let posted: (Report | View)[]
let ended: AbortController[]
const send = vi.fn<typeof fetch>(async (_, init) => {
  posted.push(JSON.parse(String(init?.body)))
  return new Response(null, { status: 204 })
})

const LISTEN = [
  [window, window.addEventListener],
  [document, document.addEventListener],
] as const

/** A document of the tab: what listens in it goes with it. */
function load(page = FOOTBALL, random = 0) {
  ended.at(-1)?.abort()
  const life = new AbortController()
  ended.push(life)
  for (const [target, listen] of LISTEN) {
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      listen.call(target, type, listener as EventListener, { signal: life.signal })
    })
  }
  return createReports(window, page, send, random)
}

const leave = () => window.dispatchEvent(new Event('pagehide'))
const see = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const errors = () => posted.filter(({ kind }) => kind !== 'view')
const views = () => posted.filter(({ kind }) => kind === 'view')
const failure = (edition: string, kind: Report['kind'] = 'uncaught'): Report => {
  return { kind, message: 'm', edition, release: `${edition}-1`, path: '/football' }
}

beforeEach(() => {
  posted = []
  ended = []
  window.sessionStorage.clear()
  see('visible')
})
afterEach(() => {
  ended.at(-1)?.abort()
})

describe('a view', () => {
  it.each([
    ['the page is left', leave],
    ['the page is hidden', () => see('hidden')],
  ])('is reported once, when %s, with the releases that it was made of and the errors that they had', (_, end) => {
    const { report } = load()
    report(failure('football'))
    report(failure('football'))
    report(failure('football', 'remote'))
    report(failure('shell', 'recoverable'))
    report(failure('shell', 'integrity'))
    expect(views()).toEqual([])
    end()
    leave()
    see('hidden')
    expect(views()).toEqual([
      {
        kind: 'view',
        path: '/football',
        releases: RELEASES,
        navigation: 'load',
        errors: { football: { uncaught: 2, remote: 1 }, shell: { recoverable: 1, remote: 1 } },
        vitals: {},
      },
    ])
    expect(send.mock.lastCall?.[1]?.keepalive).toBe(true)
  })

  it('ends with the next one of the document, which has its own errors and vitals', () => {
    const { report, shown, watch } = load()
    let taken = 0
    watch(() => ({ lcp: ++taken }))
    report(failure('football'))
    shown(BASKETBALL)
    leave()
    expect(views()).toMatchObject([
      { path: '/football', navigation: 'load', errors: { football: { uncaught: 1 } }, vitals: { lcp: 1 } },
      { path: '/basketball', navigation: 'in-app', releases: { basketball: 'basketball-1' }, errors: {} },
    ])
    expect((views()[1] as View).errors).toEqual({})
    // What happened between the two is of none.
    expect((views()[1] as View).vitals).toEqual({ lcp: 3 })
  })

  it('has no vitals of the one before it when they are watched late', () => {
    const { shown, watch } = load()
    shown(BASKETBALL)
    let taken = 0
    watch(() => ({ cls: taken++ }))
    leave()
    expect((views()[1] as View).vitals).toEqual({ cls: 1 })
  })

  it('begins again when the page comes back from the back-forward cache', () => {
    load()
    leave()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    leave()
    expect(views()).toMatchObject([{ navigation: 'load' }, { navigation: 'in-app' }])
  })

  it.each([
    [100, 0.0999, true],
    [100, 0.1, false],
    [1000, 0.9999, true],
    [0, 0, false],
    [undefined, 0, false],
  ])('with a share of %j and the lot %j is reported: %j', (share, random, expected) => {
    const page = { ...FOOTBALL, reports: share === undefined ? undefined : { share } } as PageInfo
    const { isReporting, shown } = load(page, random)
    shown({ ...page, reports: { share: 1000 } } as PageInfo)
    leave()
    expect([isReporting, views().length]).toEqual([expected, expected ? 2 : 0])
  })
})

describe('what a report says', () => {
  it.each([
    ['/football/drops/7', '/football/drops/:id', 'football', '/football/drops/7'],
    ['/football/wall/alice.wam', '/football/wall/:account', 'football', '/football/wall/:account'],
    ['/football/alice@example.com', null, 'football', '/football/*'],
    ['/alice@example.com', null, 'shell', '/*'],
  ])('of the path %s, whose route is %j, is %s%s', (path, route, edition, told) => {
    const { report } = load({ ...FOOTBALL, path, route, edition } as PageInfo)
    report({ ...failure(edition), path })
    leave()
    expect(posted.map((body) => body.path)).toEqual([told, told])
  })

  it.each([
    ['football', 'Error: x\n at a (http://s/_r/football/a.1.js:1:1)\n at b (http://s/_r/host/h.1.js:1:1)'],
    ['football', 'Error: x\n at b (http://s/_r/host/h.1.js:1:1)\n at a (http://s/_r/football/a.1.js:1:1)'],
    ['shell', 'Error: x\n at a (http://s/_r/shell/a.1.js:1:1)\n at b (http://s/_r/football/h.1.js:1:1)'],
    ['host', 'Error: x\n at b (http://s/_r/host/h.1.js:1:1)'],
    ['host', 'Error: x\n at a (http://s/_r/nobody/a.1.js:1:1)'],
    ['host', 'Error: x\n at http://s/football:1:1'],
    ['host', undefined],
  ])('of an error that nothing caught is whose file stands in its stack: %s', (edition, stack) => {
    load()
    const error = Object.assign(new Error('x'), { stack })
    window.dispatchEvent(Object.assign(new Event('error'), { error }))
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }))
    const told = { kind: 'uncaught', message: 'x', edition, release: `${edition}-1`, path: '/football' }
    expect(errors()).toMatchObject([told, told])
    leave()
    expect(views()).toMatchObject([{ errors: { [edition]: { uncaught: 2 } } }])
  })

  it('is nothing of what an extension of the browser does, and of what is no error', () => {
    load()
    for (const stack of ['Error: x\n at moz-extension://1/a.js:1:1', 'run@webkit-masked-url://hidden/:1:1']) {
      const error = Object.assign(new Error('x'), { stack })
      window.dispatchEvent(Object.assign(new Event('error'), { error }))
    }
    window.dispatchEvent(Object.assign(new Event('error'), { message: 'ResizeObserver loop limit exceeded' }))
    expect(posted).toEqual([])
  })
})

describe('a release that hangs', () => {
  it('is reported by the next document of the tab, once, with the view that could not', () => {
    load().running('football')
    load()
    load()
    expect(posted).toEqual([
      {
        kind: 'hang',
        message: 'the page stood still in its code',
        edition: 'football',
        release: 'football-1',
        path: '/football',
      },
      {
        kind: 'view',
        path: '/football',
        releases: RELEASES,
        navigation: 'load',
        errors: { football: { hang: 1 } },
        vitals: {},
      },
    ])
  })

  it('is told with its release where the page that was shown is of another edition', () => {
    load().running('basketball')
    load()
    expect(errors()).toMatchObject([{ kind: 'hang', edition: 'basketball', release: 'basketball-1' }])
    expect(views()).toMatchObject([{ releases: { ...RELEASES, basketball: 'basketball-1' } }])
  })

  it.each<[what: string, run: (running: ReturnType<typeof load>['running']) => void, told: string[]]>([
    [
      'of a root that is rendered while others are loaded and run effects',
      (running) => {
        running('shell')
        running('football')
        running('basketball', true)
      },
      ['basketball'],
    ],
    [
      'of the root that was opened first',
      (running) => {
        running('football', true)
        running('shell', true)
      },
      ['football'],
    ],
    [
      'of the root that was opened second, once the first is rendered',
      (running) => {
        const rendered = running('football', true)
        running('shell', true)
        rendered()
      },
      ['shell'],
    ],
    [
      'of all that are loaded, when none is rendered',
      (running) => {
        running('shell')
        running('football')
        running('football')
      },
      ['shell', 'football'],
    ],
  ])('is told %s', (_, run, told) => {
    run(load().running)
    load()
    expect(errors()).toEqual(told.map((edition) => expect.objectContaining({ kind: 'hang', edition })))
  })

  it('counts in no view where the document is not one that reports', () => {
    load(FOOTBALL, 0.9).running('football')
    load()
    expect([errors().length, views().length]).toEqual([1, 0])
  })

  it.each<[what: string, live: (reports: ReturnType<typeof load>) => void]>([
    ['it has run', ({ running }) => running('football')()],
    [
      'the page is left, closed or loaded anew meanwhile',
      ({ running }) => {
        running('football')
        leave()
      },
    ],
    [
      'more of it begins while the page is left',
      ({ running }) => {
        running('football')
        leave()
        running('shell')
      },
    ],
    [
      'the page is hidden meanwhile: browsers discard such pages',
      ({ running }) => {
        running('football')
        see('hidden')
      },
    ],
    [
      'it runs while the page is hidden',
      ({ running }) => {
        see('hidden')
        running('football')
      },
    ],
    [
      'the note is more than five minutes old: the session was restored',
      ({ running }) => {
        running('football')
        const now = Date.now()
        vi.spyOn(Date, 'now').mockReturnValue(now + 300_000)
      },
    ],
    ['another version wrote the note', () => window.sessionStorage.setItem('fieldhouse.running', '{"version":0}')],
    ['the note is none', () => window.sessionStorage.setItem('fieldhouse.running', '<')],
  ])('is none when %s', (_, live) => {
    live(load())
    posted = []
    load()
    expect(errors()).toEqual([])
  })

  it('is known for as long as one of two runs', () => {
    const { running } = load()
    const first = running('shell')
    running('football')
    first()
    first()
    load()
    expect(errors()).toMatchObject([{ edition: 'football' }])
  })

  it('costs nothing where storage is refused', () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { running, report } = load()
    running('football')()
    report(failure('football'))
    leave()
    expect([errors().length, views().length]).toEqual([1, 1])
  })
})
