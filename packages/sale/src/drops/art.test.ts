/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { getAppData } from '@fieldhouse/chain-data'
import { applySnapshot } from '@fieldhouse/chain-data/host'
import { artOf } from '@fieldhouse/design'
import { expect, it } from 'vitest'
import { dropRow } from '../testing/fake-gateway'

// The vectors that the gateway is tested with.
const vectors = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/packs.json', import.meta.url), 'utf8'),
) as { what: string; id: string; contents?: unknown; least: string; cards: string; print: string }[]

it.each(vectors)('draws a pack as the gateway does: $what', ({ id, contents, least, cards, print }) => {
  const rows = [dropRow({ drop_id: id, display_data: JSON.stringify({ contents }) })]
  applySnapshot({ rowDrops: { rows, more: false, next_key: '' } as never }, Date.now())
  const [drop] = getAppData('rowDrops') ?? []
  expect(drop && artOf(drop)).toEqual({ least, cards, print })
})
