import { expect, it } from 'vitest'
import { CASES, type Kind } from '../harness/cases'
import { GAME } from '../harness/chain'
import { onSale } from '../harness/purchase'
import { site } from '../harness/site'
import { ownPage, shownDrop } from '../harness/slip'
import { PLACES, Walker } from '../harness/walker'
import { type Told, World } from '../harness/world'

// All cases of docs/purchases.md. A page stays open for many of them: each has an account, a transaction and a chain of its own,
// and comes into the page as it comes from another tab, by the browser's storage.

const running = await site({ drops: 0, buyers: 0 })

/** A name that no other case has. */
const accountOf = (index: number): string => `c${(index + 25).toString(5).replaceAll('0', '5')}.wam`

it('nothing untrue is told in any case', { timeout: 300_000 }, async () => {
  const name = await onSale(running)
  await ownPage(running, name)
  const dropId = String((await shownDrop(running, name)).drop_id)
  const chainId = ((await (await fetch(`${running.address}/v1/chain/get_info`)).json()) as { chain_id: string })
    .chain_id
  const assets = await fetch(
    `${running.address}/api/v1/assets?collection_name=${GAME}&owner=vault.wam&limit=1000&nonce=1`,
  )
  const { data } = (await assets.json()) as { data: { schema: { schema_name: string }; data: { sport?: string } }[] }
  const pack = data.find(({ schema, data }) => schema.schema_name === 'packs' && data.sport === 'football') ?? {}
  const card = data.find(({ schema }) => schema.schema_name === 'football') ?? {}

  const all = Object.entries(CASES).flatMap(([kind, cases]) =>
    cases.map((each, index) => ({ each, index, kind: kind as Kind, on: each.on ?? (kind as Kind) })),
  )
  const aboutOf = (kind: Kind, account: string): Told => ({
    ...{ kind, account, chainId, dropId, dropName: name, address: running.address },
    ...{ pack: pack as Record<string, unknown>, card: card as Record<string, unknown> },
  })
  const nobody = new World(aboutOf('purchase', 'nobody.wam'), Date.now(), {})
  const wrong: string[] = []
  const walkAll = async (on: keyof typeof PLACES, own: typeof all) => {
    const walker = await Walker.start(running, PLACES[on], dropId, () => nobody)
    for (const { each, index, kind } of own) {
      const about = aboutOf(kind, accountOf(all.findIndex((other) => other.each === each)))
      const found = await walker.walk(each, kind, about).catch((error) => [String(error)])
      wrong.push(...found.map((text) => `${kind} ${index + 1}, ${each.happens}: ${text}`))
    }
  }
  await Promise.all(
    (['purchase', 'opening', 'claims', 'any page'] as const).flatMap((on) => {
      const own = all.filter((each) => each.on === on)
      const pages = { purchase: 5, opening: 2, claims: 1, 'any page': 2 }[on]
      return Array.from({ length: pages }, (_, page) =>
        walkAll(
          on,
          own.filter((_, index) => index % pages === page),
        ),
      )
    }),
  )
  expect(wrong).toEqual([])
})
