import { expect, it } from 'vitest'
import { MemoryStorage } from '../transaction/testing/context'
import { CHAIN_ID } from '../transaction/testing/gateway'
import { SessionStorage } from './transport'

const ALICE = '{"actor":"alice.wam","permission":"active"}'

it.each([
  ...['{', 'null', '{}', '7', '[null]', '[{"auth":"alice.wam@active"}]', '[{"chainId":"1"}]'],
  `[{"auth":${ALICE},"chainId":"1"}]`,
  `[{"auth":{"actor":"alice.wam"},"chainId":"${CHAIN_ID}"}]`,
])('takes the list %s for an empty one', async (list) => {
  const stored = new MemoryStorage()
  stored.setItem('anchor-link-fieldhouse-list', list)
  expect(await new SessionStorage(stored).read('fieldhouse-list')).toBeNull()
})
