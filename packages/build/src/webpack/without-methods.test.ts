import { expect, it } from 'vitest'
import withoutMethods from './without-methods.mjs'

const without = (source: string, leftOut: Record<string, readonly string[]>): Promise<string> =>
  withoutMethods.call({ getOptions: () => ({ leftOut }), resourcePath: 'library.js' } as never, source)

const LIBRARY = `
class Shop { open() { return 'open' } close() { return 'closed' } }
const Stall = class { constructor() { this.isOpen = true } open() { return 'stall' } }
export { Shop, Stall }`

const load = async (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

it('leaves methods out of a class, and the others in, of one that is assigned as well', async () => {
  const { Shop, Stall } = await load(await without(LIBRARY, { Shop: ['close'], Stall: ['constructor', 'open'] }))
  expect(new Shop().open()).toBe('open')
  expect('close' in Shop.prototype).toBe(false)
  expect(new Stall()).toEqual({})
  expect('open' in Stall.prototype).toBe(false)
})

it('says what a newer version of a library does not have any more', async () => {
  await expect(without(LIBRARY, { Shop: ['close', 'clean'], Bazaar: ['open'] })).rejects.toThrow(
    'leaving methods out of library.js: it has no Shop.clean, Bazaar.open any more: take them off the list in host.ts',
  )
})
