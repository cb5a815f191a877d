import { afterAll, afterEach } from 'vitest'
import { endChildren } from '../../scripts/lib/child.mjs'
import { leave, leaveAll } from './browser'
import { endPrices } from './chain'

// Before each file, all of which a worker runs with the modules of the harness that the first one has loaded.

// Of a file that failed before its first test no hook has run.
endChildren()
endPrices()
await leaveAll()

afterEach(({ task }) => leave(task))
afterAll(async () => {
  endPrices()
  await leaveAll()
})
