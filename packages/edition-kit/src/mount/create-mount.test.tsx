// @vitest-environment jsdom
import type { MountProps } from '@fieldhouse/contract'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMount } from './create-mount'

const report = vi.fn()
const mount = createMount({}, async () => () => <p>Alive</p>)

/** Hydrates an island in markup that the gateway might have composed. */
async function hydrate(markup: string) {
  const element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = markup
  const island = await mount.island('Island')
  const props = {
    root: 'Island',
    identifierPrefix: 'i-',
    hydrate: true,
    page: { lineup: {} },
    props: {},
    onReady: () => {},
    report,
  }
  return island(element, props as unknown as MountProps)
}

beforeEach(() => {
  report.mockClear()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => document.body.replaceChildren())

it('reports nothing of an island that is left before it has come to life', async () => {
  const island = await hydrate('<p>Alive</p>')
  await act(async () => island.unmount())
  expect(report).not.toHaveBeenCalled()
})

it('reports what hydration finds to differ', async () => {
  await act(async () => {
    await hydrate('<p>Another</p>')
  })
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ kind: 'recoverable' }))
})

it('shows another page in pieces: not in the task that shows its main, and soon after', async () => {
  const header = createMount({ header: ({ page }) => <p>{page.path}</p> }, async () => () => null)
  const element = document.body.appendChild(document.createElement('div'))
  const at = (path: string) => ({ path, lineup: {} }) as unknown as MountProps['page']
  const props = { root: 'header', identifierPrefix: 'h-', hydrate: false, page: at('/'), onReady: () => {}, report }
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const { update } = header(element, props as unknown as MountProps)
  expect(element.textContent).toBe('/')
  update(at('/football'))
  expect(element.textContent).toBe('/')
  await vi.waitUntil(() => element.textContent === '/football')
})
