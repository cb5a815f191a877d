// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseTheme, storedTheme, subscribeToTheme, THEME_KEY } from './ThemeSwitch'

const system = { light: false, listeners: new Set<() => void>() }

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
  system.light = false
  system.listeners.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: system.light,
    addEventListener: (_: string, listener: () => void) => system.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => system.listeners.delete(listener),
  }))
})

afterEach(() => {
  // Forgets what storage did not take.
  chooseTheme('system')
})

const shown = () => document.documentElement.dataset.theme

it('is the system by default, and for a value that is no theme', () => {
  expect(storedTheme()).toBe('system')
  localStorage.setItem(THEME_KEY, 'sepia')
  expect(storedTheme()).toBe('system')
})

it('follows a choice made in another tab', () => {
  const stop = subscribeToTheme(() => {})
  localStorage.setItem(THEME_KEY, 'light')
  dispatchEvent(new StorageEvent('storage', { key: THEME_KEY }))
  expect(shown()).toBe('light')
  stop()
})

it.each([
  ['is closed', ['getItem', 'setItem'] as const],
  ['takes nothing more', ['setItem'] as const],
])('holds to the choice until the page is left when storage %s', (_, methods) => {
  localStorage.setItem(THEME_KEY, 'light')
  for (const method of methods) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError')
    })
  }
  const stop = subscribeToTheme(() => {})
  chooseTheme('dark')
  expect([shown(), storedTheme()]).toEqual(['dark', 'dark'])
  system.light = true
  for (const changed of system.listeners) changed()
  expect([shown(), storedTheme()]).toEqual(['dark', 'dark'])
  stop()
})
