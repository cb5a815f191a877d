// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseTheme, storedTheme, subscribeToTheme, THEME_KEY } from './theme'

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

const shown = () => document.documentElement.dataset.theme

it('is the system by default, and for a value that is no theme', () => {
  expect(storedTheme()).toBe('system')
  localStorage.setItem(THEME_KEY, 'sepia')
  expect(storedTheme()).toBe('system')
})

it('keeps the choice under the key theme and shows it', () => {
  chooseTheme('light')
  expect(localStorage.getItem('theme')).toBe('light')
  expect(shown()).toBe('light')
  chooseTheme('system')
  expect(shown()).toBe('dark')
})

it('follows the system while a switch is shown', () => {
  const listener = vi.fn()
  const stop = subscribeToTheme(listener)
  system.light = true
  for (const changed of system.listeners) changed()
  expect(shown()).toBe('light')
  expect(listener).toHaveBeenCalledOnce()
  stop()
  expect(system.listeners.size).toBe(0)
})

it('follows a choice made in another tab', () => {
  const stop = subscribeToTheme(() => {})
  localStorage.setItem(THEME_KEY, 'light')
  dispatchEvent(new StorageEvent('storage', { key: THEME_KEY }))
  expect(shown()).toBe('light')
  stop()
})

it('shows the choice when storage is closed', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  chooseTheme('light')
  expect(shown()).toBe('light')
  vi.restoreAllMocks()
})
