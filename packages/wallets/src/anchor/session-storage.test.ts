import { expect, it } from 'vitest'
import { MemoryStorage } from '../transaction/testing/context'
import { SessionStorage } from './transport'

it.each(['{', 'null', '{}', '7', '[null]', '[{"auth":"alice.wam@active"}]', '[{"chainId":"1"}]'])(
  'takes the list %s for an empty one',
  async (list) => {
    const stored = new MemoryStorage()
    stored.setItem('anchor-link-fieldhouse-list', list)
    expect(await new SessionStorage(stored).read('fieldhouse-list')).toBeNull()
  },
)
