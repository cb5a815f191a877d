// @vitest-environment jsdom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, expect, it, vi } from 'vitest'
import { RootContext } from '../mount/root'
import { clearShown, inRoot, show, testRoot } from '../testing'
import { still } from './still'

afterEach(clearShown)

const written = async (element: Parameters<typeof inRoot>[0]) => {
  const { prelude } = await prerender(inRoot(element, testRoot(), true), { identifierPrefix: 'm-' })
  return new Response(prelude).text()
}

it('is prerendered whole, hydrated without its code and without a complaint', async () => {
  const load = vi.fn(async () => ({ name }: { name: string }) => <b>{name}</b>)
  const Drawing = still(load)
  const element = <Drawing className="place" name="eleven" />
  const markup = await written(element)
  expect(markup).toBe('<div class="place"><b>eleven</b></div>')

  load.mockClear()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered = vi.fn()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = markup
  const root = await act(async () =>
    hydrateRoot(container, inRoot(element), { identifierPrefix: 'm-', onRecoverableError: recovered }),
  )
  expect(container.innerHTML).toBe(markup)
  await act(async () => root.render(inRoot(element)))
  expect(container.innerHTML).toBe(markup)
  expect(load).not.toHaveBeenCalled()
  expect(recovered).not.toHaveBeenCalled()
  // Prerenderer and browser share this test's process, which React remarks on; nothing else may be said.
  const said = complaints.mock.calls.flat().filter((text) => !String(text).includes('multiple renderers'))
  expect(said).toEqual([])
  complaints.mockRestore()
  await act(async () => root.unmount())
})

it('is loaded in a root that the client renders', async () => {
  const Drawing = still(async () => ({ name }: { name: string }) => <b>{name}</b>)
  const { container } = await show(<Drawing name="five" />)
  expect(container.innerHTML).toContain('<b>five</b>')
})

it('leaves its place empty and the rest alive when its code cannot be loaded, and reports it', async () => {
  const report = vi.fn()
  const Drawing = still(async () => {
    throw new Error('no chunk')
  })
  const { container } = await show(
    <RootContext value={{ ...testRoot(), prerendering: false, report }}>
      <h1>Cards</h1>
      <Drawing className="place" />
    </RootContext>,
  )
  expect(container.innerHTML).toBe('<h1>Cards</h1><div class="place"></div>')
  expect(report).toHaveBeenCalledExactlyOnceWith({ kind: 'remote', message: 'Error: no chunk' })
})

it('fails the prerender when its code cannot be loaded', async () => {
  const Drawing = still(async () => {
    throw new Error('no chunk')
  })
  await expect(written(<Drawing />)).rejects.toThrow('no chunk')
})
