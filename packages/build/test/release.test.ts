import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import type { HostManifest } from '@fieldhouse/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPageScripts, LOGIN_BUDGET } from '../src/release/budget.ts'
import { sha384 } from '../src/release/name.ts'
import { SHARED_NAMES } from '../src/shared-libraries.ts'
import { buildApp, copySample, createWorkspace, type Release, runBuild, withoutHash } from '../src/testing/samples.ts'

let workspace: string

beforeAll(async () => {
  workspace = await createWorkspace()
})

afterAll(() => rm(workspace, { recursive: true, force: true }))

async function sample(name: string, folderName: string): Promise<string> {
  const folder = await mkdtemp(join(workspace, folderName))
  await copySample(name, folder)
  return folder
}

const pathsOf = ({ manifest }: Release) => manifest.files.map(({ path }) => path)
const read = ({ folder }: Release, path = '') => readFile(join(folder, path), 'utf8')

/** Changes the text of a file. */
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

/** In the place of the name of the script that holds the island of the sample's first page: that is a number. */
const COUNTER = 'the island'

const COUNTER_BESIDE = / data-island="islands\/Counter" data-scripts="(\S+) (\S+)" /

async function scriptOfCounter(release: Release): Promise<string> {
  const home = release.manifest.routes.find(({ path }) => path === '/football')
  return COUNTER_BESIDE.exec(await read(release, home?.fragment.en))?.[2] ?? ''
}

describe('a release', () => {
  let football: Release
  let folder: string

  beforeAll(async () => {
    folder = await sample('football', 'one-')
    football = await buildApp(folder)
  })

  it.each<[what: string, file: string, from: string, fresh: string[]]>([
    ["a page's text", 'texts.ts', 'Questions', ['fragments-main-football-faq.en.html']],
    [
      "an island's text",
      'islands/counter-texts.ts',
      "'Clicked'",
      [
        'fragments-main-football-broken.en.html',
        'fragments-main-football-broken.es.html',
        'fragments-main-football-faq.en.html',
        'fragments-main-football-faq.es.html',
        'fragments-main-football.en.html',
        'fragments-main-football.es.html',
        'remoteEntry.js',
        COUNTER,
      ],
    ],
  ])('has another name when %s changes, and of its files only those that say it', async (_, file, from, wanted) => {
    const changed = await sample('football', 'changed-')
    await change(join(changed, 'src', file), from, from.replace(/\w+/, 'Answers'))
    const next = await buildApp(changed)
    expect(next.name).not.toBe(football.name)
    const before = pathsOf(football)
    const fresh = pathsOf(next).filter((path) => !before.includes(path))
    const counter = await scriptOfCounter(next)
    const names = fresh
      .filter((path) => !path.endsWith('.map'))
      .map((path) => (path === counter ? COUNTER : withoutHash(path)))
    expect(names.sort()).toEqual([...wanted].sort())
  })

  it('has what makes rich text of a text in the island that does, and nowhere else, and the styles of what is loaded late in its one style sheet', async () => {
    const more = join(await sample('football', 'more-'), 'src')
    const island = join(more, 'islands', 'Counter.tsx')
    await change(
      island,
      '{count}',
      '<RichText texts={texts} text="clicked" parts={{ b: (words) => <b>{words}</b> }} values={{ count }} />',
    )
    await change(island, 'onClick={', "onFocus={() => void import('../Late')} onClick={")
    const written = await readFile(island, 'utf8')
    await writeFile(island, `import { RichText } from '@fieldhouse/i18n/rich-text'\n${written}`)
    await writeFile(join(more, 'Late.module.css'), '.late { color: #abc123 }\n')
    await writeFile(join(more, 'Late.ts'), "import s from './Late.module.css'\nexport const late = s.late ?? ''\n")
    const release = await buildApp(dirname(more))
    const scriptsOf = async (of: Release) => {
      const scripts = pathsOf(of).filter((path) => path.endsWith('.js'))
      const texts = await Promise.all(scripts.map((path) => read(of, path)))
      return scripts.filter((_, index) => texts[index]?.includes('transSupportBasicHtmlNodes'))
    }
    expect(await scriptsOf(release)).toEqual([await scriptOfCounter(release)])
    expect(await scriptsOf(football)).toEqual([])

    const { styles, routes } = release.manifest
    expect(styles).toHaveLength(1)
    expect(await read(release, styles[0])).toContain('#abc123')
    for (const { sheet } of routes) expect(await read(release, sheet)).not.toContain('#abc123')
    const sheets = new Set([...styles, ...routes.map(({ sheet }) => sheet)])
    expect(new Set(pathsOf(release).filter((path) => path.endsWith('.css')))).toEqual(sheets)
  })

  it('has a picture of each page in each language when the app draws them', async () => {
    const drawing = await sample('football', 'drawing-')
    await writeFile(
      join(drawing, 'src', 'picture.tsx'),
      `export const Picture = ({ title, pack }: { title: string; pack?: { least: string } }) => (
        <svg xmlns="http://www.w3.org/2000/svg" width={1200} height={630}>
          <path d={\`M0 0H\${title.length}V9H0Z\`} fill={pack && pack.least !== '1' ? '#f5b257' : '#45b257'} />
        </svg>
      )\n`,
    )
    await mkdir(join(drawing, 'src', 'pages', 'drop'))
    await writeFile(
      join(drawing, 'src', 'pages', 'drop', 'page.tsx'),
      (await readFile(join(drawing, 'src', 'pages', 'home', 'page.tsx'), 'utf8'))
        .replace("path: '/football',", "path: '/football/drops/:id', item: 'drops',")
        .replace(/ {2}menu: .*/, ''),
    )
    const drawnRelease = await buildApp(drawing)
    const { manifest, folder: written } = drawnRelease
    if (!('routes' in manifest)) throw new Error('it is a host')
    expect(manifest.routes.length).toBeGreaterThan(1)
    const packs = manifest.routes.flatMap(({ packPictures }) => Object.entries(packPictures ?? {}))
    // Those of the first tier are drawn as the page is.
    expect(packs.map(([kind]) => kind)).toEqual(
      [2, 3, 4, 5].flatMap((least) => [0, 1, 2, 3].map((print) => `${least}-${print}`)),
    )
    const drawn = [...manifest.routes.map(({ picture }) => picture), ...packs.map(([, picture]) => picture)]
    const paths = drawn.flatMap((picture) => [picture?.en ?? '', picture?.es ?? ''])
    expect(new Set(paths).size).toBe(2 * drawn.length)
    for (const path of paths) {
      expect(pathsOf(drawnRelease)).toContain(path)
      const png = await readFile(join(written, path))
      expect([path, png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
        path,
        'PNG',
        1200,
        630,
      ])
    }
    expect('routes' in football.manifest && football.manifest.routes[0]).not.toHaveProperty('picture')
  })

  it('lists every file as it is, named by its content and sorted, in a folder without folders', async () => {
    const paths = pathsOf(football)
    expect(paths).toEqual(paths.toSorted())
    const shipped = (await readdir(football.folder)).filter(
      (name) => !/^(release|build)\.json$|\.(br|zst|gz)$/.test(name),
    )
    expect(shipped.toSorted()).toEqual(paths)
    for (const path of paths) {
      const hash = createHash('sha256').update(await readFile(join(football.folder, path)))
      expect(path.split('.').at(-2)).toBe(hash.digest('hex').slice(0, 20))
    }
    for (const { path, sha384: digest, size } of football.manifest.files) {
      const content = await readFile(join(football.folder, path))
      expect([path, sha384(content), content.length]).toEqual([path, digest, size])
    }
  })

  it('is a thin remote of two scripts and one an island, that hold neither React nor the federation runtime', async () => {
    expect(firstPageScripts(football)).toHaveLength(3)
    for (const path of firstPageScripts(football)) {
      const script = await read(football, path)
      expect(script).not.toMatch(/react\.transitional\.element|class \w+ModuleFederation\b/)
      expect(script.length).toBeLessThan(40_000)
    }
  })

  it('asks the host for what its scripts import and for nothing else, in the versions that it runs with', () => {
    expect(football.manifest.shared.map(({ name, range }) => `${name} ${range}`)).toEqual([
      '@fieldhouse/i18n ^1.7.0',
      '@module-federation/webpack-bundler-runtime ^2.9.0',
      'react ^19.2.0',
      'react-dom ^19.2.0',
      'react-dom/client ^19.2.0',
      'react/jsx-runtime ^19.2.0',
    ])
    expect(football.manifest).not.toHaveProperty('provides')
  })

  it('has fixed ids for what module federation generates from absolute paths', async () => {
    const entry = await read(football, football.manifest.entry)
    expect(entry).toMatch(/\bcontainer\(\w/)
    expect(entry).toMatch(/\bfederation\(\w/)
  })

  it('uses no eval, sets no style, adds no style sheet by script, and names no source map in what is served', async () => {
    for (const path of pathsOf(football).filter((path) => /\.(js|css)$/.test(path))) {
      const text = await read(football, path)
      expect(text).not.toContain('sourceMappingURL')
      if (path.endsWith('.js')) expect(text).not.toMatch(/\beval\(|new Function\(|createElement\("(?:style|link)"\)/)
    }
  })

  it("has its scripts' source maps among its files: the original places, without text and without the build's folder", async () => {
    const paths = pathsOf(football)
    const scripts = paths.filter((path) => path.endsWith('.js'))
    expect(
      paths.filter((path) => path.endsWith('.map')).map((path) => path.replace(/\.[0-9a-f]{20}\.map$/, '')),
    ).toEqual(scripts)
    for (const path of paths.filter((path) => path.endsWith('.map'))) {
      const map = JSON.parse(await read(football, path)) as { sources: string[] }
      expect(Object.keys(map).toSorted()).toEqual(['mappings', 'names', 'sources', 'version'])
      for (const source of map.sources)
        expect(source).toMatch(/^(apps\/football\/src|@fieldhouse\/edition-kit\/src|webpack$)/)
    }
  })

  it('has maps that lead from a script to the line that it was written on', async () => {
    const island = football.manifest.routes[0]?.scripts.at(-1) as string
    const script = await read(football, island)
    const listed = football.manifest.files.find(({ path }) => path.startsWith(`${island}.`))
    const map = new SourceMap(JSON.parse(await read(football, String(listed?.path))))
    const lines = script.slice(0, script.indexOf('broken on purpose')).split('\n')
    const found = map.findOrigin(lines.length, String(lines.at(-1)).length) as { fileName: string; lineNumber: number }
    expect(found.fileName).toBe('apps/football/src/islands/Counter.tsx')
    const source = await readFile(join(folder, 'src', 'islands', 'Counter.tsx'), 'utf8')
    expect(source.split('\n')[found.lineNumber - 1]).toContain('broken on purpose')
  })

  it('writes marks where the gateway fills in, and the same asset path on both sides', async () => {
    const fragment = await read(football, football.manifest.routes[0]?.fragment.es)
    expect(fragment).toContain('<h1 class="football-')
    expect(fragment).toContain('Fútbol en @setting/product@')
    expect(fragment).toContain('<div data-slot="drops"></div>')
    const image = /src="@release\/(ball\.[^"]+)"/.exec(fragment)?.[1]
    expect(pathsOf(football)).toContain(image)
    const style = await read(football, football.manifest.styles[0])
    expect(style).toContain(`url(${image})`)
    const script = await read(football, football.manifest.routes[0]?.scripts[2])
    expect(script).toContain(`"${image}"`)
  })

  it('has the menu entries of its pages', () => {
    expect(football.manifest.navigation).toEqual([
      { nameEN: 'Football', NameSP: 'Football (es)', link: '/football' },
      { nameEN: 'Broken', NameSP: 'Broken (es)', link: '/football/broken' },
      { nameEN: 'FAQ', NameSP: 'FAQ (es)', link: '/football/faq' },
    ])
  })

  it('says beside an island which scripts it loads besides the entry', async () => {
    const [mount] = football.manifest.preload.slice(1)
    const island = await scriptOfCounter(football)
    expect(pathsOf(football)).toContain(island)
    expect(await read(football, island)).toContain('Clicked')
    const home = football.manifest.routes.find(({ path }) => path === '/football')
    expect(COUNTER_BESIDE.exec(await read(football, home?.fragment.en))?.slice(1)).toEqual([mount, island])
  })

  it('is not built of a source that cannot be read, which one of the checks says and no stack of a tool', async () => {
    const broken = await sample('football', 'broken-')
    await appendFile(join(broken, 'src', 'texts.ts'), '\nexport const = 1\n')
    const reason = await buildApp(broken).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(reason).toMatch(/\ncompiling\nsrc\/texts\.ts\n\s+x Unexpected token/)
    expect(reason.trim().split('\n').length).toBeLessThan(15)
    expect(reason).not.toMatch(/Caused by|Stack backtrace|ran afoul|error TS/)
  })

  it('is not built with a folder below src/pages that has no page', async () => {
    const unmapped = await sample('football', 'unmapped-')
    await mkdir(join(unmapped, 'src', 'pages', 'later'))
    await expect(buildApp(unmapped)).rejects.toThrow(/src\/pages\/later: it has no page\.tsx/)
    expect(existsSync(join(unmapped, 'dist'))).toBe(false)
  })

  it("is not built when a login's scripts are over their budget", async () => {
    const heavy = await sample('football', 'heavy-')
    await mkdir(join(heavy, 'public'), { recursive: true })
    // No compression makes it smaller than the bytes it stands for.
    const data = randomBytes(LOGIN_BUDGET).toString('hex')
    await writeFile(join(heavy, 'public', 'wallet-heavy.js'), `export const data = '${data}'\n`)
    await expect(buildApp(heavy)).rejects.toThrow(
      /the login with heavy is over its budget of 130000 bytes of script \(gzip\): .*wallet-heavy\.[0-9a-f]{20}\.js/,
    )
    expect(existsSync(join(heavy, 'dist'))).toBe(false)
  })

  it('is checked by one command, which writes nothing', async () => {
    const checked = await sample('football', 'checked-')
    const { stdout } = await runBuild(checked, ['check'])
    expect(stdout).toContain('football: types, style, imports, both languages, 3 pages and the budget are in order')
    expect(existsSync(join(checked, 'dist'))).toBe(false)
  })
})

describe('what is wrong with an app is told with its file, and nothing is left in dist:', () => {
  /** A change of a source, and what the build tells of it. */
  type Wrong = [file: string, from: string, to: string, told: RegExp]

  // What one step of the build finds, it tells together.
  it.each<[what: string, ...wrong: Wrong[]]>([
    [
      'a style attribute',
      [
        'Main.tsx',
        '<article ',
        "<article style={{ color: 'red' }} ",
        /fragments\/main\/football\.en\.html: a style attribute/,
      ],
    ],
    [
      "a style of more than the edition's own",
      [
        'Main.module.css',
        '.',
        ':global(#fh-header) { color: red }\n.',
        /src\/Main\.module\.css:1: a selector of more than the edition's own/,
      ],
    ],
    [
      'a module that is missing, and a name that the host does not share',
      ['texts.ts', 'export', "import './nowhere'\nexport", /Can't resolve '\.\/nowhere'/],
      [
        'islands/Counter.tsx',
        "import ball from '../ball.svg'",
        "import { Trans } from 'react-i18next'\nimport ball from '../ball.svg'\nexport const x = <Trans />",
        /importing Trans from react-i18next: the host shares only/,
      ],
    ],
    [
      'types, those of what only one language has too, and an import that package.json does not name',
      [
        'pages/faq/page.tsx',
        "data: ['rowDrops']",
        "data: ['rowDrop']",
        /src\/pages\/faq\/page\.tsx\(\d+,\d+\): error TS\d+.*rowDrop/,
      ],
      [
        'pages/broken/page.tsx',
        ", es: 'Broken (es)' },",
        ' },',
        /src\/pages\/broken\/page\.tsx\(\d+,\d+\): error TS\d+.*es/,
      ],
      ['texts.ts', ", faq: 'Preguntas'", '', /src\/texts\.ts\(\d+,\d+\): error TS\d+.*faq/],
      [
        'islands/counter-texts.ts',
        'export',
        "import type { PackSale } from '@fieldhouse/sale'\nexport type Mine = typeof PackSale\nexport",
        /apps-name-what-they-import: src\/islands\/counter-texts\.ts imports @fieldhouse\/sale/,
      ],
    ],
    [
      'a page that is none',
      [
        'pages/faq/page.tsx',
        'export const page',
        'export const route',
        /src\/pages\/faq\/page\.tsx: it exports no page/,
      ],
    ],
    [
      'titles and texts that are empty in one language, and a value that one leaves out',
      [
        'pages/faq/page.tsx',
        "title: { en: 'FAQ',",
        "title: { en: '',",
        /src\/pages\/faq\/page\.tsx: the title is missing in en/,
      ],
      ['texts.ts', ", faq: 'Preguntas'", ", faq: ''", /src: the text faq is missing in es/],
      [
        'texts.ts',
        'Fútbol en {{product}}',
        'Fútbol',
        /src: the text title says the values "product" in en and "" in es/,
      ],
    ],
    [
      'what throws while it is prerendered',
      [
        'islands/Counter.tsx',
        'breaks && hydrated && count > 0',
        'breaks',
        /Counter of football, route \/football\/broken, en\n.*broken on purpose\n.*src\/islands\/Counter\.tsx:\d+/,
      ],
    ],
    [
      'an island that is in no file of its own',
      ['Main.tsx', 'of={Counter}', 'of={() => null}', /placing an island: its component is in no file of its name/],
    ],
  ])('%s', async (_, ...wrong) => {
    const folder = await sample('football', 'wrong-')
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'dist', 'release.json'), 'of the build before')
    for (const [file, from, to] of wrong) await change(join(folder, 'src', file), from, to)
    const said = await buildApp(folder).catch(String)
    for (const [, , , told] of wrong) expect(said).toMatch(told)
    expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual([])
  })
})

describe('the release of', () => {
  let shell: Release
  let host: Release
  let hosting: HostManifest

  beforeAll(async () => {
    shell = await buildApp(await sample('shell', 'shell-'))
    host = await buildApp(await sample('host', 'host-'))
    hosting = host.manifest as unknown as HostManifest
  })

  it('the shell holds the frame in every language, and its partials', () => {
    const { frame, partials } = shell.manifest
    for (const part of [frame?.header, frame?.footer]) {
      expect(Object.keys(part ?? {})).toEqual(['default'])
      for (const fragment of Object.values(part ?? {})) expect(Object.keys(fragment)).toEqual(['en', 'es'])
    }
    expect(frame?.notFoundTitle.es).toBe('No encontrado · @setting/product@')
    expect(partials.navigation?.link?.en).toBe(
      '<li><a href="@item/link@">@item/name@<!-- --> (<!-- -->@item/link@<!-- -->)</a></li>',
    )
  })

  it('the shell writes the mark of a list instead of its items', async () => {
    const header = await read(shell, shell.manifest.frame?.header.default.en)
    expect(header).toContain('<ul>@list/navigation@</ul>')
  })

  it('the shell holds the font cut to what the site prints, worth preloading', async () => {
    const [font] = shell.manifest.fonts
    const cut = await readFile(join(shell.folder, font as string))
    expect(cut.length).toBeLessThan(30_000)
    expect(cut.subarray(0, 4).toString()).toBe('wOF2')
  })

  it('the host provides every shared library and the runtime, in versions that the containers accept', () => {
    const { provides } = hosting
    expect(provides.map(({ name }) => name)).toEqual(SHARED_NAMES)
    for (const { name, version } of shell.manifest.shared) expect(provides).toContainEqual({ name, version })
  })

  it('the host is a script with its style sheet, and no page', () => {
    const { entry, styles } = hosting
    expect([entry, ...styles].map(withoutHash)).toEqual(['host.js', 'host.css'])
    expect(host.manifest).not.toHaveProperty('routes')
    expect(hosting.files.filter(({ path }) => path.endsWith('.html'))).toEqual([])
  })

  it("the host holds the wallets' lazy part, which takes the shared libraries from the host and needs no eval", async () => {
    const paths = pathsOf(host)
    expect(Object.entries(hosting.imports).map(([name, path]) => [name, withoutHash(path)])).toEqual([
      ['fieldhouse/wallets', 'wallets.js'],
      ['fieldhouse/wallets.css', 'wallets.css'],
    ])
    expect(paths).toEqual(expect.arrayContaining(Object.values(hosting.imports)))
    const scripts = paths.filter((path) => /^wallet.*\.js$/.test(path))
    expect(scripts.map((path) => path.split('.')[0]).toSorted()).toEqual(
      expect.arrayContaining(['wallet-anchor', 'wallet-cloud', 'wallet-wombat', 'wallets']),
    )
    for (const path of scripts) {
      const script = await read(host, path)
      expect(script).not.toMatch(/react\.transitional\.element|class \w+ModuleFederation\b/)
      expect(script).not.toMatch(/\beval\(|new Function\(|Function\("return this"\)|\.innerHTML\s*=/)
    }
  })
})
