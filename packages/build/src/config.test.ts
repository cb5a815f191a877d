import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { main } from './cli.ts'
import { readApp } from './config.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldhouse app-'))
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }')
})

afterEach(() => rm(folder, { recursive: true }))

const configured = async (config: string) => {
  await writeFile(join(folder, 'fieldhouse.config.mjs'), `export default ${config}\n`)
  return readApp(folder)
}

it('reads the app in a folder', async () => {
  const config = { edition: 'golf', preloadFonts: ['archivo'], ranges: { react: '^19.2.0' }, scriptBudget: 9000 }
  expect(await configured(JSON.stringify(config))).toEqual({ ...config, folder, version: '1.2.3' })
})

it.each([
  [
    "{ edition: 'golf', range: { react: '^20.0.0' } }",
    'it says range, want edition, preloadFonts, ranges, scriptBudget',
  ],
  ["{ edition: 'golf', scriptBudget: '9 kB' }", 'scriptBudget is "9 kB", want a number of bytes'],
  ["{ edition: 'golf', preloadFonts: 'archivo' }", 'preloadFonts is "archivo", want a list'],
  ["{ edition: 'golf', ranges: { react: 20 } }", 'ranges is {"react":20}, want a range of versions for each library'],
  ["{ edition: 'Golf' }", 'edition is "Golf", want 2 to 32 lower case letters and digits'],
  ['{ edition: 12 }', 'edition is 12, want 2 to 32 lower case letters and digits'],
  ['{}', 'it exports no edition, want 2 to 32'],
])('refuses %s', async (config, reason) => {
  await expect(configured(config)).rejects.toThrow(reason)
})

it.each([
  [['--wach'], "Unknown option '--wach'"],
  [['apps/golf', 'apps/chess'], 'name one folder'],
  [['check', 'apps/golf', 'apps/chess'], 'name one folder'],
  [['check', '--watch'], 'check looks once'],
  [['--run', 'ship'], '--run is what follows the builds of --watch'],
])('says how it is called: %j', async (args, reason) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await main(args)
  const [text] = said.mock.calls.flat()
  expect(code).toBe(2)
  expect(text).toContain(reason)
  expect(text).toContain('fieldhouse-build [folder]')
})
