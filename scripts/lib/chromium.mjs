import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { environment, run } from './child.mjs'
import { state } from './paths.mjs'
import { Problem } from './problem.mjs'

/** The names under which systems install it. */
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Our own flags: the sandbox needs rights that root in a container lacks, and the pages are ours. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--force-color-profile=srgb',
  // Letters as wide as they are drawn, as on visitors' screens; without it headless Chromium rounds each to whole pixels.
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

/**
 * The Chromium that tests, figures and pictures are made with: the one CHROMIUM names, else the one that the npm package
 * @sparticuz/chromium pins, with the libraries and the font that it brings, where the package has one; else an installed
 * one. The package's is the same everywhere and a headless shell: no browser's window around each page takes its part of
 * the processor. The answer goes to playwright's `launch`.
 */
export const chromium = async () => (await named()) ?? (await packaged()) ?? (await installed()) ?? missing()

async function named() {
  const path = process.env.CHROMIUM
  if (!path) return undefined
  if (await executable(path)) return launch(path)
  throw new Problem(`CHROMIUM is ${JSON.stringify(path)}, which cannot be run: name a Chromium, or unset it.`)
}

async function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const path of [...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))), ...MAC]) {
    if (await executable(path)) return launch(path)
  }
  return undefined
}

const packaged = async () => (process.platform === 'linux' && process.arch === 'x64' ? unpacked() : undefined)

/** @returns {never} */
function missing() {
  throw new Problem(
    `There is no Chromium on the path, and npm has none for ${process.platform} ${process.arch}: install Chromium, or name it in CHROMIUM.`,
  )
}

const launch = (executablePath, env = {}) => ({ executablePath, args: ARGS, env: { ...process.env, ...env } })

const executable = (path) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

const FONTS = 'fonts.conf'

/**
 * The package's own configuration names the folders of the service that it was made for. Without a font that it finds,
 * text outside of the site's own faces has no size: it cannot be seen or clicked. Beside the package's font it is given one
 * with Arial's measures, as visitors' systems have, for the site's fallback faces are measured against it.
 */
export const fontConfiguration = (folder, ...others) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[join(folder, 'fonts', 'fonts'), ...others].map((dir) => `  <dir>${escapeXml(dir)}</dir>`).join('\n')}
  <cachedir>${escapeXml(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Unpacks the package's Chromium once for each version, into a folder of its own below `.fieldhouse`. */
async function unpacked() {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(entry, '..', '..', 'package.json'), 'utf8'))
  const folder = join(state, `chromium-${version}`)
  const complete = join(folder, '.complete')
  const made = `${version} with Arimo`
  if (!(await executable(join(folder, 'chromium'))) || (await readFile(complete, 'utf8').catch(() => '')) !== made) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    // It unpacks its libraries too when it believes to be where only its own are there.
    const env = environment({ TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' })
    const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"
    const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', script], { env })
    if (code !== 0)
      throw new Problem('The Chromium of @sparticuz/chromium cannot be unpacked; the reason stands above.', output)
    const arimo = join(require.resolve('@expo-google-fonts/arimo/package.json'), '..')
    const faces = ['400Regular', '700Bold'].map((weight) => join(arimo, weight))
    await writeFile(join(folder, FONTS), fontConfiguration(folder, ...faces))
    await writeFile(complete, made)
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return launch(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_FILE: join(folder, FONTS),
    TMPDIR: process.env.TMPDIR ?? '/tmp',
  })
}
