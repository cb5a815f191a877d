import { describe, expect, it } from 'vitest'
import { byGoroutines } from './goroutines.mjs'

const HEADER = 'package p\n\n'

/** What `go list -test` prints of packages: the files of each, those of its tests among them, by their text. */
async function sorted(packages) {
  const texts = new Map()
  const listed = []
  for (const [name, { files = {}, tests = {}, imports = [] }] of Object.entries(packages)) {
    const add = (ImportPath, those) => {
      for (const [file, text] of Object.entries(those)) texts.set(`/${name}/${file}`, HEADER + text)
      listed.push({ Dir: `/${name}`, ImportPath, GoFiles: Object.keys(those), Imports: imports })
    }
    add(name, files)
    if (Object.keys(tests).length > 0) {
      add(`${name} [${name}.test]`, { ...files, ...tests })
      listed.push({
        Dir: `/${name}`,
        ImportPath: `${name}.test`,
        GoFiles: ['/cache/main.go'],
        Imports: [`${name} [${name}.test]`],
      })
    }
  }
  const printed = listed.map((one) => JSON.stringify(one, null, '\t')).join('\n')
  return byGoroutines(printed, async (path) => texts.get(path))
}

describe('the race detector', () => {
  it.each([
    ['a go statement', 'func f() {\n\tgo func() {}()\n}'],
    ['a go statement of a method', 'func f() {\n\tgo s.run(1)\n}'],
    ['a group', 'func f() {\n\tall.Go(func() {})\n}'],
    ['a timer that calls', 'var t = time.AfterFunc(1, f)'],
    ['tests beside each other', 'func f() { t.Parallel() }'],
    ['a server', 'var s = httptest.NewServer(h)'],
    ['a client', 'var c = &http.Client{}'],
    ['Caddy', 'import "github.com/caddyserver/caddy/v2/modules/caddyhttp"'],
  ])('is there for %s, in a package, its tests and what they use', async (_, text) => {
    const files = { 'a.go': text }
    expect(await sorted({ 'm/a': { files, tests: { 'a_test.go': '' } } })).toMatchObject({ plain: [], raced: ['m/a'] })
    expect(await sorted({ 'm/a': { files: {}, tests: files } })).toMatchObject({ plain: [], raced: ['m/a'] })
    expect((await sorted({ 'm/a': { files }, 'm/b': { tests: { 'b_test.go': '' }, imports: ['m/a'] } })).raced).toEqual(
      ['m/a', 'm/b'],
    )
  })

  it('is not there where no goroutine starts', async () => {
    const files = {
      'a.go': '// go func is a word here.\nvar x = value.Go()\nvar handle http.Handler\nvar mu sync.Mutex',
    }
    expect(await sorted({ 'm/a': { files, tests: { 'a_test.go': '' } } })).toMatchObject({ plain: ['m/a'], raced: [] })
  })

  it('is left out for files that say so, and there for the rest of their package', async () => {
    const tests = { 'long_test.go': '', 'b_test.go': 'func f() {\n\tgo f()\n}' }
    const listed = { 'm/a': { files: { 'a.go': '' }, tests } }
    expect((await sorted(listed)).alone.packages).toEqual([])
    for (const line of ['//go:build !race\n', '//go:build !race || soak\n']) {
      tests['long_test.go'] =
        `${line}\nfunc TestLong(t *testing.T) {}\nfunc FuzzLong(f *testing.F) {}\nfunc helper() {}\n`
      const alone = { packages: ['m/a'], tests: ['TestLong', 'FuzzLong'] }
      expect(await sorted(listed)).toEqual({ plain: [], raced: ['m/a'], alone })
    }
  })
})
