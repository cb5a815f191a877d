import { expect, it } from 'vitest'
import { MemoryStorage } from '../transaction/testing/context'
import { SessionStorage } from './transport'

const setUp = () => {
  const stored = new MemoryStorage()
  return { stored, sessions: new SessionStorage(stored) }
}

it('keeps, gives back and forgets under the prefix', async () => {
  const { stored, sessions } = setUp()
  await sessions.write('fieldhouse-one', 'session')
  expect([...stored]).toEqual([['anchor-link-fieldhouse-one', 'session']])
  expect(await sessions.read('fieldhouse-one')).toBe('session')
  await sessions.remove('fieldhouse-one')
  expect(await sessions.read('fieldhouse-one')).toBeNull()
})

it.each(['{', 'null', '{}', '7', '[null]', '[{"auth":"alice.wam@active"}]', '[{"chainId":"1"}]'])(
  'takes the list %s for an empty one',
  async (list) => {
    const { stored, sessions } = setUp()
    stored.setItem('anchor-link-fieldhouse-list', list)
    expect(await sessions.read('fieldhouse-list')).toBeNull()
  },
)

it('gives back a list that is whole', async () => {
  const { sessions } = setUp()
  const list = '[{"auth":{"actor":"alice.wam","permission":"active"},"chainId":"1"}]'
  await sessions.write('fieldhouse-list', list)
  expect(await sessions.read('fieldhouse-list')).toBe(list)
})
