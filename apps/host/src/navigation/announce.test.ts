import type { PageInfo } from '@fieldhouse/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnnouncer } from './announce'

const page = { title: 'Football' } as PageInfo
let announce: ReturnType<typeof createAnnouncer>

beforeEach(() => {
  document.body.innerHTML =
    '<main id="fh-main" tabindex="-1"><h1>Cards</h1><section id="packs"></section><a href="/">home</a></main>'
  announce = createAnnouncer(document)
})

afterEach(() => document.body.replaceChildren())

it('says the title and moves the focus to the heading', () => {
  announce(page, null)
  expect(document.querySelector('[role=status]')?.textContent).toBe('Football')
  expect(document.activeElement?.tagName).toBe('H1')
})

it('moves the focus to what the address names', () => {
  announce(page, document.getElementById('packs'))
  expect(document.activeElement?.id).toBe('packs')
})

it('leaves what takes the focus by itself in the tab order', () => {
  const link = document.querySelector('a')
  announce(page, link)
  expect(document.activeElement).toBe(link)
  expect(link?.hasAttribute('tabindex')).toBe(false)
})

it('moves the focus to main when the page has no heading', () => {
  document.querySelector('h1')?.remove()
  announce(page, null)
  expect(document.activeElement?.id).toBe('fh-main')
})

it.each(['click', 'keydown'])('moves the focus to main when it was on what a press took away: %s', async (type) => {
  document.body.insertAdjacentHTML('beforeend', '<button>Try again</button><button>Close</button>')
  const [again, close] = document.querySelectorAll('button') as unknown as [HTMLElement, HTMLElement]
  const press = (button: HTMLElement, act = () => {}) => {
    button.focus()
    button.addEventListener(type, () => {
      button.remove()
      act()
    })
    button.dispatchEvent(new Event(type, { bubbles: true }))
  }
  press(again)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('fh-main'))
  press(close, () => document.querySelector('a')?.focus())
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement?.tagName).toBe('A')
})
