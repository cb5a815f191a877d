// Composes every page of the release in a folder, twice, and prints what each took in milliseconds, as JSON: the first since
// this process began.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Composer } from '../../packages/build/src/dev/composer.ts'

const [folder] = process.argv.slice(2)
const names = (await readdir(folder)).filter((name) => /\.(html|css)$/.test(name))
const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]))
const manifest = await readFile(join(folder, 'release.json'), 'utf8')
const composer = new Composer()
composer.take(manifest, Object.fromEntries(texts))
const pages = JSON.parse(manifest).routes.filter(({ item }) => !item)
const times = []
let began = 0
for (const { path } of [...pages, ...pages]) {
  const page = { path, language: 'en', time: Date.now(), settings: {}, data: {} }
  if (composer.compose(page) === null) throw new Error(`composing ${path}: there is no such page`)
  times.push(performance.now() - began)
  began = performance.now()
}
console.log(JSON.stringify(times))
