import { expect, it } from 'vitest'
import { madeRelease } from '../testing/gateway.ts'

const withFile = (path: string) => madeRelease('words', (built) => built.set(path, Buffer.from('content')))

it.each([
  ['mi foto.svg', 'letters from a to z'],
  ['año.svg', 'letters from a to z'],
  ['.hidden.svg', 'begins with a dot'],
  ['a..b.svg', 'two in a row'],
  [`${'a'.repeat(230)}.svg`, 'longer than 251 letters'],
  ['table.json.gz', 'that of a compressed form'],
])('refuses a file for its name, as the gateway would: %s', async (path, problem) => {
  await expect(withFile(path)).rejects.toThrow(`naming ${path}: `)
  await expect(withFile(path)).rejects.toThrow(problem)
})

it('takes the names that the gateway takes', async () => {
  await expect(withFile('icons/a-B_c~1+2.min.svg')).resolves.toBeDefined()
})
