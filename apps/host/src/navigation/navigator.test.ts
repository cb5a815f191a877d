import type { PageInfo } from '@fieldhouse/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNavigator, type NavigatorDependencies } from './navigator'
import { createScrollPositions } from './scroll-positions'

const lineup = {
  shell: { release: 'a', base: '/_r/shell/a/', entry: '/_r/shell/a/remoteEntry.js', mount: './mount', styles: [] },
}

let shown: PageInfo[]
let dependencies: NavigatorDependencies

function pageAt(path: string): PageInfo {
  return {
    path,
    route: path,
    status: 200,
    language: 'en',
    edition: 'shell',
    header: null,
    footer: null,
    title: path,
    description: '',
    lineup,
    signedLineup: '',
    time: 1,
  }
}

let stop: AbortController

beforeEach(() => {
  // A page's navigator listens for as long as the page lives; a test's must not hear the next one.
  stop = new AbortController()
  const add = window.addEventListener.bind(window) as (...all: unknown[]) => void
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    add(type, listener, { signal: stop.signal })
  })
  window.history.replaceState(null, '', '/')
  window.scrollTo = vi.fn() as typeof window.scrollTo
  shown = []
  let entry = 0
  dependencies = {
    window,
    loaded: '/',
    current: () => ({ language: 'en', lineup, signedLineup: '' }),
    pages: { fetch: vi.fn(async (path) => pageAt(path)), prefetch: vi.fn() },
    show: async (page, abandoned) => {
      if (!abandoned()) shown.push(page)
    },
    scroll: {
      note: vi.fn(),
      enter: () => {
        entry += 1
        return { fieldhouse: entry }
      },
      restore: vi.fn(() => true),
    },
    announce: vi.fn(),
    load: vi.fn(),
    reload: vi.fn(),
    failed: vi.fn(),
  }
})

afterEach(() => {
  stop.abort()
})

describe('navigating', () => {
  it('shows the page under its address, announces it and scrolls to its beginning', async () => {
    createNavigator(dependencies).navigate('/basketball?page=2')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalled())
    expect(shown.map(({ path }) => path)).toEqual(['/basketball'])
    expect(window.location.pathname + window.location.search).toBe('/basketball?page=2')
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    expect(dependencies.load).not.toHaveBeenCalled()
  })

  it('changes the address before the page renders', async () => {
    let during = ''
    dependencies.show = async (_page, abandoned) => {
      if (!abandoned()) during = window.location.pathname
    }
    createNavigator(dependencies).navigate('/basketball')
    await vi.waitFor(() => expect(during).toBe('/basketball'))
  })

  it('loads in full, and reports, an address that the network fails to show', async () => {
    const failure = new Error('the network fails')
    dependencies.pages.fetch = async () => {
      throw failure
    }
    createNavigator(dependencies).navigate('/basketball')
    const target = new URL('/basketball', window.location.href)
    await vi.waitFor(() => expect(dependencies.load).toHaveBeenCalledWith(target.href))
    expect(dependencies.failed).toHaveBeenCalledExactlyOnceWith(failure, undefined)
    expect(window.location.pathname).toBe('/')
  })

  it('loads in full, and does not report, what this document is not to show', async () => {
    dependencies.pages.fetch = async () => null
    createNavigator(dependencies).navigate('/basketball')
    await vi.waitFor(() =>
      expect(dependencies.load).toHaveBeenCalledWith(new URL('/basketball', window.location.href).href),
    )
    expect(dependencies.failed).not.toHaveBeenCalled()
  })

  it('loads the address in full, and reports, when the edition cannot be shown', async () => {
    const failure = new Error('no remote')
    dependencies.show = async () => {
      throw failure
    }
    createNavigator(dependencies).navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.load).toHaveBeenCalledOnce())
    expect(dependencies.failed).toHaveBeenCalledExactlyOnceWith(
      failure,
      expect.objectContaining({ path: '/basketball' }),
    )
  })

  it.each([
    ['packs', 'packs'],
    ['pu%C3%B1os', 'puños'],
    ['100%', '100%'],
  ])('goes to the element that #%s names', async (hash, id) => {
    const named = document.body.appendChild(document.createElement('section'))
    named.id = id
    named.scrollIntoView = vi.fn()
    createNavigator(dependencies).navigate(`/football#${hash}`)
    await vi.waitFor(() => expect(named.scrollIntoView).toHaveBeenCalledOnce())
    expect(dependencies.announce).toHaveBeenCalledExactlyOnceWith(expect.anything(), named)
    named.remove()
  })

  it.each(['/basketball?lang=es', 'https://other.example/', '/api/v1/rows/drops'])(
    'loads %s in full at once',
    (href) => {
      createNavigator(dependencies).navigate(href)
      expect(dependencies.load).toHaveBeenCalledWith(new URL(href, window.location.href).href)
      expect(dependencies.pages.fetch).not.toHaveBeenCalled()
    },
  )

  it.each(['pointerover', 'focusin'])('fetches the page of a link ahead on %s, and no address outside', (type) => {
    createNavigator(dependencies)
    document.body.innerHTML = '<a href="/basketball"><b>in</b></a><a href="/api/v1/rows/drops"><b>out</b></a>'
    for (const inside of document.querySelectorAll('b')) inside.dispatchEvent(new Event(type, { bubbles: true }))
    expect(dependencies.pages.prefetch).toHaveBeenCalledExactlyOnceWith('/basketball', dependencies.current())
  })

  it('abandons a page when another is asked for meanwhile', async () => {
    let answerFirst: (page: PageInfo) => void = () => {}
    const signals: AbortSignal[] = []
    dependencies.pages.fetch = (path, _before, signal) => {
      signals.push(signal)
      return path === '/slow'
        ? new Promise((resolve) => {
            answerFirst = resolve
          })
        : Promise.resolve(pageAt(path))
    }
    const navigator = createNavigator(dependencies)
    navigator.navigate('/slow')
    navigator.navigate('/fast')
    expect(signals[0]?.aborted).toBe(true)
    answerFirst(pageAt('/slow'))
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalled())
    expect(shown.map(({ path }) => path)).toEqual(['/fast'])
    expect(dependencies.load).not.toHaveBeenCalled()
  })

  it('keeps the entry that the visitor goes back to when they stay on the page after all', async () => {
    const navigator = createNavigator(dependencies)
    navigator.navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(1))
    const push = vi.spyOn(window.history, 'pushState')
    const { fetch } = dependencies.pages
    dependencies.pages.fetch = () => new Promise(() => {})
    window.history.back()
    await vi.waitFor(() => expect(window.location.pathname).toBe('/'))
    dependencies.pages.fetch = fetch
    navigator.navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(2))
    expect(push).toHaveBeenCalledOnce()
  })

  it('comes back from an element of the page to where its link was pressed', async () => {
    dependencies.scroll = createScrollPositions(window)
    createNavigator(dependencies)
    const position = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
    window.dispatchEvent(new Event('click'))
    window.location.hash = '#faq'
    await vi.waitFor(() => expect(window.history.state).toEqual({ fieldhouse: 1 }))
    position.mockReturnValue(900)
    window.history.back()
    await vi.waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 300))
    window.history.forward()
    await vi.waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 900))
    expect(dependencies.pages.fetch).not.toHaveBeenCalled()
  })

  it('stays on a page whose island has written its view into the address, as the skip link is pressed', async () => {
    dependencies.scroll = createScrollPositions(window)
    createNavigator(dependencies)
    window.history.replaceState(window.history.state, '', '/?view=teams')
    window.location.hash = '#fh-main'
    await vi.waitFor(() => expect(window.history.state).toEqual({ fieldhouse: 1 }))
    window.history.back()
    await vi.waitFor(() => expect(window.location.hash).toBe(''))
    await vi.waitFor(() => expect(window.scrollTo).toHaveBeenCalledOnce())
    expect(dependencies.pages.fetch).not.toHaveBeenCalled()
  })

  it('leaves to the browser an entry that it made before this script was there', async () => {
    window.location.hash = '#buy-102'
    await vi.waitFor(() => expect(window.location.hash).toBe('#buy-102'))
    createNavigator({ ...dependencies, scroll: createScrollPositions(window) })
    window.history.back()
    await vi.waitFor(() => expect(window.location.hash).toBe(''))
    await vi.waitFor(() => expect(window.history.state?.fieldhouse).toBeGreaterThan(0))
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('comes back after a reload to the element that an entry names, whose position nobody knows', async () => {
    const named = document.body.appendChild(document.createElement('section'))
    named.id = 'odds'
    named.scrollIntoView = vi.fn()
    window.history.replaceState({ fieldhouse: 1 }, '', '/#odds')
    window.history.pushState({ fieldhouse: 2 }, '', '/#packs')
    createNavigator({ ...dependencies, scroll: createScrollPositions(window) })
    window.history.back()
    await vi.waitFor(() => expect(named.scrollIntoView).toHaveBeenCalledOnce())
    expect(window.scrollTo).not.toHaveBeenCalled()
    named.remove()
  })

  it('loads the previous page in full when it cannot be shown, also where its address has a fragment', async () => {
    window.history.replaceState(null, '', '/#faq')
    const navigator = createNavigator(dependencies)
    navigator.navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledOnce())
    dependencies.pages.fetch = async () => {
      throw new Error('the gateway answers 409')
    }
    window.history.back()
    await vi.waitFor(() => expect(dependencies.reload).toHaveBeenCalledOnce())
    expect(dependencies.load).not.toHaveBeenCalled()
    expect(window.location.hash).toBe('#faq')
  })

  it('comes back to where a page was left, whether or not the browser told the end of the scroll', async () => {
    dependencies.scroll = createScrollPositions(window)
    const position = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(0)
    createNavigator(dependencies).navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(1))
    position.mockReturnValue(500)
    window.history.back()
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(2))
    position.mockReturnValue(0)
    window.history.forward()
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(3))
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 500)
  })

  it('comes back to a page whose islands have yet to bring what they show, which is as high until they do', async () => {
    const { style } = document.body
    dependencies.scroll = createScrollPositions(window)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(4000)
    const { navigate } = createNavigator(dependencies)
    navigate('/basketball')
    await vi.waitFor(() => expect(dependencies.announce).toHaveBeenCalledTimes(1))
    let heightThen = ''
    window.scrollTo = (() => {
      heightThen = style.minBlockSize
    }) as typeof window.scrollTo
    window.history.back()
    await vi.waitFor(() => expect(heightThen).toBe(`${4000 + window.innerHeight}px`))
    navigate('/basketball')
    await vi.waitFor(() => expect(style.minBlockSize).toBe(''))
  })
})
