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

/** A sale as the gateway answers it. */
export const saleRow = (id: number, mint: number, wax: number, changes: Record<string, unknown> = {}) => ({
  sale_id: String(id),
  asset_id: String(1_099_511_627_776 + id),
  template_mint: String(mint),
  amount: `${wax}00000000`,
  token_symbol: 'WAX',
  token_precision: 8,
  updated_at_time: Date.UTC(2026, 10, 18, 9, id),
  ...changes,
})

/** Assets, or an answer by hand. */
export type Assets = object[] | (() => object[] | Response)

/** A pack that alice opened as the gateway answers it. */
export const openedRow = (id: number, at: number, block: number, changes: Record<string, unknown> = {}) => ({
  asset_id: String(1_099_511_627_776 + id),
  burned_at_block: String(block),
  burned_at_time: at,
  data: { name: 'Opening Drive', sport: 'football', cards: 8, drop_id: '1', ...changes },
})

/**
 * Puts a gateway in the place of `fetch` that serves tables, an account's assets, by their state sales, and opened packs.
 * Lists what was asked.
 */
export function serve(
  assets: Assets,
  served: Tables = tables(),
  sales: Record<string, object[]> = {},
  opened: Assets = [],
): string[] {
  const asked: string[] = []
  // jsdom has none: all of a page is in sight.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly seen: (entries: object[]) => void) {}
      observe = () => this.seen([{ isIntersecting: true }])
      disconnect = () => {}
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address === '/v1/chain/get_info') return new Response('{"head_block_num":4711}')
    if (address.startsWith('/api/v1/assets/sales')) {
      const data = sales[new URL(address, location.href).searchParams.get('state') ?? '']
      return data ? new Response(JSON.stringify({ success: true, data })) : new Response('', { status: 404 })
    }
    if (address.startsWith('/api/v1/assets')) {
      const source = address.startsWith('/api/v1/assets/burned') ? opened : assets
      const all = typeof source === 'function' ? source() : source
      const id = new URL(address, location.href).searchParams.get('asset_id')
      // One alone is answered when it is burned, too.
      const isMeant = (row: object) => id === null || Object(row).asset_id === id
      const burned = id !== null && Array.isArray(opened) ? opened : []
      const rows = all instanceof Response ? all : [...all, ...burned].filter(isMeant)
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
