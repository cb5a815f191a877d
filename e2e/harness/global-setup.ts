import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromium } from '../../scripts/lib/chromium.mjs'
import { binary, dist, editions, state } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { trustFlag } from './localhost'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the browsers, one for each worker: pages share a browser's clipboard and its focus. */
    browsers: string[]
    /** Temporary folder of the run. */
    temporary: string
    /** Release stores by the build of React that is in them. */
    stores: { production: string; development: string }
  }
}

/** Takes releases, and says why when one is refused. */
async function taken(folders: string[], store: string): Promise<void> {
  await takeReleases(folders, store).catch((error) => {
    throw new Error(`${error.message}\n${error.output ?? ''}`)
  })
}

/** A test's page is gone before what V8's two optimising compilers make of it has paid: that took more than a tenth of the browsers' processor time. */
const UNOPTIMISED = '--js-flags=--no-turbofan,--no-maglev'

/**
 * Tests read what is laid out and hardly ever its pixels: a page has the memory to draw a small window (16 tiles), and of a large
 * one only what fits. What is drawn is drawn in the browser's own process. Both took a quarter of a page's processor time.
 */
const HARDLY_DRAWN = ['--force-gpu-mem-available-mb=4', '--in-process-gpu']

/** Launches a browser for each worker and fills one store for each build of React, for all test files. */
export default async function setup(project: TestProject) {
  const missing = [binary, ...editions.flatMap((edition) => [dist(edition), dist(edition, 'development')])].filter(
    (path) => !existsSync(path),
  )
  if (missing.length > 0)
    throw new Error(`not built: ${missing.join(', ')}; run npm test, which builds everything first`)

  await mkdir(join(state, 'e2e'), { recursive: true })
  const temporary = await mkdtemp(join(state, 'e2e', 'run-'))
  const stores = { production: join(temporary, 'store'), development: join(temporary, 'store-development') }
  await taken(
    editions.map((edition) => dist(edition)),
    stores.production,
  )
  await taken(
    editions.map((edition) => dist(edition, 'development')),
    stores.development,
  )

  const { args, ...installed } = await chromium()
  const options = {
    ...installed,
    args: [...args, UNOPTIMISED, ...HARDLY_DRAWN, await trustFlag()],
    headless: true,
    host: '127.0.0.1',
  }
  const servers = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, () => playwright.launchServer(options)),
  )
  const addresses = servers.map((server) => server.wsEndpoint())
  project.provide('browsers', addresses)
  project.provide('temporary', temporary)
  project.provide('stores', stores)
  return async () => {
    await Promise.all(servers.map((server) => server.close()))
    await rm(temporary, { recursive: true, force: true })
  }
}
