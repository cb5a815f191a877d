import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { releaseName, sha384 } from './name.ts'

const VECTOR = join(import.meta.dirname, '..', '..', 'testdata', 'release-name')

it('names a folder as openssl, sort and sha256sum do', () => {
  const folder = join(VECTOR, 'files')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const content = readFileSync(file)
      return {
        path: file.slice(folder.length + 1).replaceAll('\\', '/'),
        sha384: sha384(content),
        size: content.length,
      }
    })
  expect(releaseName(files)).toBe(readFileSync(join(VECTOR, 'name.txt'), 'utf8').trim())
  expect(releaseName(files.toReversed())).toBe(releaseName(files))
})
