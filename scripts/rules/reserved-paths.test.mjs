import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RESERVED } from '../../apps/host/src/navigation/in-app-link.ts'
import { root } from '../lib/paths.mjs'

it('the host leaves to the browser what the gateway reserves', async () => {
  const source = await readFile(join(root, 'plugins/paths/paths.go'), 'utf8')
  const list = source.match(/^var Reserved = [^{]*\{([^}]*)\}/m)?.[1] ?? ''
  expect(RESERVED).toEqual([...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path))
})
