import { afterEach, describe, expect, it } from 'vitest'
import { clickedAddress, wayTo } from './in-app-link'

const HERE = new URL('http://site.example/football?page=2#top')

describe('wayTo', () => {
  it.each([
    ['/', 'in-app'],
    ['/basketball', 'in-app'],
    ['/football', 'in-app'],
    ['/football?page=3', 'in-app'],
    ['/linked', 'in-app'],
    ['/football?page=2#faq', 'same-page'],
    ['/basketball#faq', 'in-app'],
    ['?lang=es', 'full'],
    ['/basketball?lang=en', 'full'],
    ['https://other.example/football', 'full'],
    ['http://site.example:8080/', 'full'],
    ['mailto:someone@site.example', 'full'],
    ['/_r/shell/0123/host.js', 'full'],
    ['/api/v1/rows/drops', 'full'],
    ['/v1/chain/get_info', 'full'],
    ['/link', 'full'],
    ['/healthz', 'full'],
  ] as const)('%s is %s', (href, way) => {
    expect(wayTo(new URL(href, HERE), HERE)).toBe(way)
  })
})

describe('clickedAddress', () => {
  afterEach(() => document.body.replaceChildren())

  function click(markup: string, init: MouseEventInit = {}): URL | null {
    document.body.innerHTML = markup
    let answer: URL | null = null
    const listener = (event: MouseEvent) => {
      answer = clickedAddress(event, new URL(window.location.href))
      event.preventDefault()
    }
    window.addEventListener('click', listener, { once: true })
    const target = document.querySelector('#target') ?? document.querySelector('a')
    target?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, button: 0, ...init }),
    )
    return answer
  }

  it('is the address of a plain click, also on what stands in the link', () => {
    expect(click('<a href="/basketball">b</a>')?.pathname).toBe('/basketball')
    expect(click('<a href="/basketball"><span id="target">b</span></a>')?.pathname).toBe('/basketball')
    expect(click('<a href="/basketball" target="_self">b</a>')?.pathname).toBe('/basketball')
  })

  it.each([
    ['another button', '<a href="/b">b</a>', { button: 1 }],
    ['control', '<a href="/b">b</a>', { ctrlKey: true }],
    ['meta', '<a href="/b">b</a>', { metaKey: true }],
    ['shift', '<a href="/b">b</a>', { shiftKey: true }],
    ['alt', '<a href="/b">b</a>', { altKey: true }],
    ['a new tab', '<a href="/b" target="_blank">b</a>', {}],
    ['a download', '<a href="/b" download>b</a>', {}],
    ['rel external', '<a href="/b" rel="external">b</a>', {}],
    ['no address', '<a>b</a>', {}],
    ['no link', '<button id="target">b</button>', {}],
    ['what is no address, as a post may have one', '<a href="https://">b</a>', {}],
    ['a change of language', '<a href="?lang=es">b</a>', {}],
  ])('leaves %s to the browser', (_, markup, init) => {
    expect(click(markup, init)).toBeNull()
  })

  it('leaves a click that somebody handled', () => {
    document.body.innerHTML = '<a href="/b">b</a>'
    document.querySelector('a')?.addEventListener('click', (event) => event.preventDefault())
    let answer: URL | null | undefined
    window.addEventListener(
      'click',
      (event) => {
        answer = clickedAddress(event, new URL(window.location.href))
      },
      { once: true },
    )
    document.querySelector('a')?.click()
    expect(answer).toBeNull()
  })
})
