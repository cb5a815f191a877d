import { expect, it } from 'vitest'
import withoutMethods from './without-methods.mjs'

type Methods = Record<string, readonly string[]>

const without = (source: string, leftOut: Methods, emptied?: Methods): Promise<string> =>
  withoutMethods.call({ getOptions: () => ({ leftOut, emptied }), resourcePath: 'library.js' } as never, source)

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

it('empties a method, which answers its first argument then', async () => {
  const { Shop } = await load(await without(LIBRARY.replace('close()', 'close(door, key)'), {}, { Shop: ['close'] }))
  expect(new Shop().close('door', 'key')).toBe('door')
  await expect(without(LIBRARY, {}, { Shop: ['clean'] })).rejects.toThrow('it has no Shop.clean any more')
})

it('says what a newer version of a library does not have any more', async () => {
  await expect(without(LIBRARY, { Shop: ['close', 'clean'], Bazaar: ['open'] })).rejects.toThrow(
    'leaving methods out of library.js: it has no Shop.clean, Bazaar.open any more: take them off the list in host.ts',
  )
})
