import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment, run } from './child.mjs'
import { install, saysNoNetwork } from './install.mjs'
import { composer, editions, gatewayBinary, root, state, tools } from './paths.mjs'
import { Problem } from './problem.mjs'
import { buildNode } from './requirements.mjs'

/** Leaves the databases out that Caddy's automatic HTTPS could store certificates in; we use its file storage. */
export const goTags = 'nobadger,nomysql,nopgx'

/**
 * The flags of what is tested, read and measured beside the gateway's build: without production's profile, by which Go would
 * compile every package once more, for the one binary that has it; and without the paths of this folder, as that build, so
 * that what one has compiled serves the others and the next checkout.
 */
export const goFlags = ['-tags', goTags, '-pgo=off', '-trimpath']

/** The Go modules of go.work, and all their packages. */
export const goModules = ['devchain', 'gateway', 'plugins']
export const goPackages = goModules.map((module) => `./${module}/...`)

/** What makes packages is a module outside of go.work, so that what it needs never decides on the gateway's modules. */
export const packageTool = { cwd: join(root, 'deploy', 'package'), env: { GOWORK: 'off' } }

/** The environment of the gateway's build: without cgo it needs no C compiler and runs on any Linux. */
export const goEnvironment = (extra = {}) => environment({ CGO_ENABLED: '0', ...extra })

/** The revision that the binary says it is, for people. */
export async function version() {
  const { code, output } = await run('git', ['describe', '--tags', '--always', '--dirty'])
  return code === 0 && /^[\w.+-]+$/.test(output.trim()) ? output.trim() : 'unversioned'
}

/**
 * The arguments of `go` that build one of the gateway's binaries, the same for both; docs/operating.md shows them.
 * @param name `fieldhouse` or `fieldhouse-dev`
 */
export const goBuild = (name, revision, output) => [
  ...['build', '-trimpath', '-tags', goTags],
  ...['-ldflags', `-s -w -X github.com/caddyserver/caddy/v2.CustomVersion=${revision}`],
  ...['-o', output, `./gateway/cmd/${name}`],
]

/** The arguments of `go` that build the composer: the same sources give the same bytes. */
const composerBuild = (output) => [
  ...['build', '-trimpath', '-buildvcs=false', '-buildmode=c-shared', '-ldflags', '-s -w'],
  ...['-o', output, './gateway/cmd/composer'],
]

/**
 * Builds one of the gateway's binaries into `.fieldhouse/bin`, and the composer beside the one for development.
 * @param name `fieldhouse` for production, or `fieldhouse-dev`, which has the development chain
 */
export async function buildGateway(progress, name = 'fieldhouse-dev') {
  const step = progress.step('gateway', 'compiling with Go, which takes minutes the first time')
  const output = gatewayBinary(name)
  const compiled = await compile(step, goBuild(name, await version(), output), output)
  if (name === 'fieldhouse-dev') await compileComposer(step)
  step.done(compiled > 0 ? 'gateway compiled' : 'gateway up to date')
}

/** Builds the gateway as it runs in production for one of Go's architectures of Linux. Answers where it is. */
export async function buildForLinux(progress, arch) {
  const step = progress.step(arch, 'compiling with Go, which takes minutes the first time')
  const output = join(state, 'bin', `fieldhouse-linux-${arch}`)
  await compile(step, goBuild('fieldhouse', await version(), output), output, { GOOS: 'linux', GOARCH: arch })
  step.done(`gateway compiled for ${arch}`)
  return output
}

/** Builds what makes packages of the gateway. Answers where it is. */
export async function buildPackageTool(progress) {
  const step = progress.step('packages', 'compiling what makes them')
  const output = join(state, 'bin', 'package')
  await compile(step, ['build', '-trimpath', '-o', output, '.'], output, packageTool.env, packageTool.cwd)
  step.done('compiled what makes them')
  return output
}

/** Builds the composer, which `@fieldhouse/build` runs without Go. */
export async function buildComposer(progress) {
  const step = progress.step('composer', 'compiling with Go')
  await compileComposer(step)
  step.done('composer built')
}

const compileComposer = (step) => compile(step, composerBuild(composer), composer, { GOOS: 'wasip1', GOARCH: 'wasm' })

/** Runs a build of Go. Answers how many packages it compiled. */
async function compile(step, [build, ...rest], output, environment = {}, cwd = root) {
  let compiled = 0
  const onLine = (line) => {
    if (line.startsWith('go: downloading ')) step.detail(line.slice(4))
    else step.detail(`${++compiled} packages, ${line}`)
  }
  await mkdir(dirname(output), { recursive: true })
  const { code, output: printed } = await run('go', [build, '-v', ...rest], {
    cwd,
    env: goEnvironment(environment),
    onLine,
  })
  if (code === 0) return compiled
  step.fail('gateway not compiled')
  // Among them stand the names of the packages that did compile.
  const complaints = printed
    .split('\n')
    .filter((line) => !/^[\w./-]+$/.test(line))
    .join('\n')
  if (saysNoNetwork(printed)) {
    throw new Problem(
      'The Go modules cannot be downloaded: connect to the network, or set GOPROXY to a module proxy you can reach, and run the command again.',
    )
  }
  throw new Problem(
    'The gateway does not compile; what Go printed stands above: put that right and run the command again.',
    complaints,
  )
}

/** What the builds of the apps are called, by the build of React in them. */
const APPS = {
  production: { task: 'build', name: 'apps', hint: 'building the shell and the editions' },
  development: { task: 'build:development', name: 'react', hint: "building with React's development build" },
}

/**
 * Builds the apps as far as their sources changed.
 * @param react `production`, into `dist`, or `development`, into `dist-development`: for `npm run dev` and tests of hydration
 */
export async function buildApps(progress, react = 'production') {
  buildNode()
  const { task, name, hint } = APPS[react]
  const step = progress.step(name, hint)
  const { code, output } = await run(join(tools, 'turbo'), ['run', task, '--output-logs=new-only'], {
    cwd: root,
    env: environment(react === 'development' ? { FIELDHOUSE_REACT: react } : {}),
    onLine: (line) => line.trim() && step.detail(line),
  })
  if (code === 0) {
    const [, cached] = output.match(/Cached:\s+(\d+) cached/) ?? []
    step.done(Number(cached) === editions.length ? `${name} up to date` : `${name} built`)
    return
  }
  step.fail(`${name} not built`)
  throw new Problem(
    'The apps do not build; what the build printed stands above: put that right and run the command again.',
    output,
  )
}

/** Installs and builds everything, Go beside npm. The first that fails ends both. */
export async function buildAll(progress) {
  await Promise.all([buildGateway(progress), install(progress).then(() => buildApps(progress))])
}
