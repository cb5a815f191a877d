import { type Tables, tables } from '@fieldhouse/sale/testing'
import { vi } from 'vitest'

/** An asset as the index writes it: a card, unless told otherwise. */
export const assetRow = (id: number, template: number, mint = 1, changes: Record<string, unknown> = {}) => ({
  asset_id: String(1_099_511_627_776 + id),
  owner: 'alice.wam',
  collection: { collection_name: 'fieldhousegm' },
  schema: { schema_name: 'football' },
  template: { template_id: String(template), immutable_data: {} },
  template_mint: String(mint),
  mutable_data: {},
  immutable_data: {},
  data: {},
  ...changes,
})

/** A sealed pack as the index writes it. */
export const packRow = (id: number, changes: Record<string, unknown> = {}) =>
  assetRow(id, 700101, 1, {
    schema: { schema_name: 'packs' },
    data: { name: 'Opening Drive', sport: 'football', cards: 3, drop_id: '1', ...changes },
  })

/** Assets, or an answer by hand. */
export type Assets = object[] | (() => object[] | Response)

/** Puts a gateway in the place of `fetch` that serves tables and an account's assets. Lists what was asked. */
export function serve(assets: Assets, served: Tables = tables()): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address === '/v1/chain/get_info') return new Response('{"head_block_num":4711}')
    if (address.startsWith('/api/v1/assets')) {
      const rows = typeof assets === 'function' ? assets() : assets
      return rows instanceof Response ? rows : new Response(JSON.stringify({ success: true, data: rows }))
    }
    const [, name = ''] = /rows\/(\w+)/.exec(address) ?? []
    const table = served[name]
    const rows = typeof table === 'function' ? table() : table
    if (!rows) return new Response('', { status: 404 })
    return rows instanceof Response ? rows : new Response(JSON.stringify({ rows, more: false, next_key: '' }))
  })
  return asked
}
