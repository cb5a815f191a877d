// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const { resolve } = createRequire(import.meta.url)

it('draws with the renderer that the gateway has', async () => {
  const ours = await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm'))
  const packed = await readFile(new URL('../../../../plugins/editions/picture/draw/resvg.wasm.gz', import.meta.url))
  expect(gunzipSync(packed).equals(ours)).toBe(true)
})
