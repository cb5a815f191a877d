import { expect, it } from 'vitest'
import { freePort, listen } from './ports.mjs'

it('gives a port that can be listened on, below those that systems hand out', async () => {
  const port = await freePort()
  expect(port).toBeLessThan(32_768)
  const server = await listen(port)
  expect(server).not.toBeNull()
  expect(await listen(port)).toBeNull()
  await new Promise((resolve) => server.close(resolve))
})

it('gives ports in a row of which none is in use, and no two shares the same', async () => {
  const given = new Map()
  for (let share = 0; share < 4; share++) {
    for (let round = 0; round < 200; round++) {
      const first = await freePort({ count: 5, share, shares: 4 }, (port) => port % 3 !== 0 || port % 5 !== 0)
      for (let port = first; port < first + 5; port++) {
        expect(port % 15).not.toBe(0)
        expect(given.get(port) ?? share).toBe(share)
        given.set(port, share)
      }
    }
  }
})

it('says that none is free instead of giving one that is in use', async () => {
  await expect(freePort({}, () => false)).rejects.toThrow('all that were tried are in use')
})
