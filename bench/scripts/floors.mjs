import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { SHARED_NAMES } from '@fieldhouse/build'
import { sharedLibraries } from '../../packages/build/src/shared-libraries.ts'
import { browserConfiguration } from '../../packages/build/src/webpack/common.ts'
import { hostConfiguration } from '../../packages/build/src/webpack/host.ts'
import { remoteConfiguration } from '../../packages/build/src/webpack/remote.ts'
import { compile, emittedFiles } from '../../packages/build/src/webpack/run.ts'
import { state } from '../../scripts/lib/paths.mjs'

/** React alone: one component, hydrated. */
const REACT_ALONE = `
import { jsx } from 'react/jsx-runtime'
import { hydrateRoot } from 'react-dom/client'
hydrateRoot(document.body, jsx('p', { children: 'React' }))
`

/** The shared libraries, the same parts of them as apps/host has. */
const SHARED = `
import bundlerRuntime from '@module-federation/webpack-bundler-runtime'
import * as i18next from 'i18next'
import React from 'react'
import jsxRuntime from 'react/jsx-runtime'
import ReactDOM from 'react-dom'
import ReactDOMClient from 'react-dom/client'
import { I18nContext, I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
const reactI18next = { __esModule: true, I18nContext, I18nextProvider, initReactI18next, useTranslation }
const libraries = { react: React, 'react/jsx-runtime': jsxRuntime, 'react-dom': ReactDOM, 'react-dom/client': ReactDOMClient, i18next, 'react-i18next': reactI18next, '@module-federation/webpack-bundler-runtime': bundlerRuntime }
export const shared = Object.fromEntries(Object.entries(libraries).map(([name, library]) => [name, { version: SHARED_VERSIONS[name], lib: () => library, shareConfig: { singleton: true, eager: true, requiredVersion: '^' + SHARED_VERSIONS[name] } }]))
`

/** What a host must hold: the federation runtime and the shared libraries. */
const HOST = `
import * as runtimeCore from '@module-federation/runtime-core'
import { shared } from './shared.js'
globalThis._FEDERATION_BUNDLER_RUNTIME = shared['@module-federation/webpack-bundler-runtime'].lib()
const runtime = new runtimeCore.ModuleFederation({ name: 'floor', remotes: [], shared, shareStrategy: 'loaded-first' })
runtimeCore.setGlobalFederationInstance(runtime)
runtime.registerRemotes([{ name: 'shell', entry: '/shell', type: 'module' }, { name: 'edition', entry: '/edition', type: 'module' }])
for (const name of ['shell', 'edition']) runtime.loadRemote(name + '/mount').then(({ mount }) => mount(document.body))
`

/** A remote without a line of ours: it takes everything from the host and renders one element. */
const MOUNT = `
import { jsx } from 'react/jsx-runtime'
import { hydrateRoot } from 'react-dom/client'
import { createInstance } from 'i18next'
import { I18nextProvider, useTranslation } from 'react-i18next'
const Text = () => jsx('p', { children: useTranslation().t('text') })
export const mount = (element) => hydrateRoot(element, jsx(I18nextProvider, { i18n: createInstance(), children: jsx(Text, {}) }))
`

/** What react-dom alone is known to weigh at least, bytes with brotli. */
const REACT_AT_LEAST = 45_000

/** Sizes of scripts as a browser receives them, bytes, and how many there are. */
export function weigh(scripts) {
  const brotli = (content) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    })
  const sum = (size) => scripts.reduce((total, content) => total + size(content).length, 0)
  return { brotli: sum(brotli), gzip: sum((content) => gzipSync(content, { level: 9 })), requests: scripts.length }
}

/**
 * Builds the floors with the project's own preset: React alone, and a host with a shell, without and with an edition, that
 * hold none of our code.
 */
export async function buildFloors() {
  // Below the repository, so that the floors resolve the very libraries that the apps do.
  const folder = join(state, 'bench', 'floors')
  const app = (edition) => ({ edition, version: '0.0.0', folder: join(folder, edition) })
  // No shell of the site's: it has no header and no footer.
  const shell = app('floor')
  const edition = app('edition')
  for (const { folder: home } of [shell, edition]) {
    await mkdir(join(home, 'src'), { recursive: true })
    await writeFile(join(home, 'src', 'mount.js'), MOUNT)
  }
  await writeFile(join(folder, 'react.js'), REACT_ALONE)
  // By the name of the host's own, from which the preset reads what is provided.
  await writeFile(join(folder, 'shared.js'), SHARED)
  await writeFile(join(folder, 'host.js'), HOST)

  const shared = sharedLibraries(folder).filter(({ name }) => !name.startsWith('@fieldhouse/'))
  if (shared.length === 0 || shared.length === SHARED_NAMES.length)
    throw new Error('building the floors: the shared libraries are not ours and others, as they were')
  const output = (name) => join(folder, 'out', name)
  // webpack writes no file anew that is there by its content's name, nor one that a run which was ended left empty.
  await rm(output(''), { recursive: true, force: true })
  const [alone, around] = [app('react'), app('host')]
  // Where an app is names its sources in the maps.
  for (const { folder: home } of [alone, around]) await mkdir(home, { recursive: true })
  const react = {
    ...browserConfiguration(alone, 'production', output('react')),
    context: folder,
    entry: { react: './react.js' },
  }
  const host = {
    ...hostConfiguration(around, 'production', shared, output('host')),
    context: folder,
    entry: { host: './host.js' },
  }
  const stats = await compile([
    react,
    host,
    remoteConfiguration(shell, 'production', shared, output('shell')),
    remoteConfiguration(edition, 'production', shared, output('edition')),
  ])
  const [reactOnly, hosting, shellOnly, editionOnly] = await Promise.all(
    stats.map(async (of) => scriptsOf(await emittedFiles(of))),
  )
  const floors = {
    react: weigh(reactOnly),
    shell: weigh([...hosting, ...shellOnly]),
    shellAndEdition: weigh([...hosting, ...shellOnly, ...editionOnly]),
  }
  // A minimizer that finds that nothing of a floor is used would make every page look heavy beside it, or infinitely so.
  if (floors.react.brotli < REACT_AT_LEAST || floors.shell.brotli < floors.react.brotli)
    throw new Error(`building the floors: they weigh ${JSON.stringify(floors)}, which is less than React`)
  return floors
}

const scriptsOf = (files) => [...files].filter(([path]) => path.endsWith('.js')).map(([, content]) => content)
