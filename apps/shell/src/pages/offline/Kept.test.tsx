// @vitest-environment jsdom
import { describeKept } from '@fieldhouse/contract/browser'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { Kept } from './islands/Kept'

afterEach(async () => {
  await clearShown()
  vi.unstubAllGlobals()
})

it('names the pages that can be read by their titles, without the name of the site that all of them have', async () => {
  const title = `Cards | odds · ${testRoot().settings.product}`
  const headers = new Headers()
  describeKept(headers, { title, at: Date.UTC(2026, 10, 27, 14), lineup: {}, files: [] })
  const keys = async () => [{ url: `${location.origin}/football/cards` }]
  vi.stubGlobal('caches', { open: async () => ({ keys, match: async () => new Response('', { headers }) }) })
  const { container } = await show(<Kept />)
  await eventually(() =>
    expect(container.querySelector('a')?.textContent).toBe('Cards | odds, as of 27 Nov 2026, 14:00 UTC'),
  )
})
