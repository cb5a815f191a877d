import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromium } from '../../scripts/lib/chromium.mjs'
import { binary, dist, editions, state } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that all test files share. */
    browser: string
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

/** Launches one browser and fills one store for each build of React, for all test files. */
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

  const server = await playwright.launchServer({ ...(await chromium()), headless: true, host: '127.0.0.1' })
  project.provide('browser', server.wsEndpoint())
  project.provide('temporary', temporary)
  project.provide('stores', stores)
  return async () => {
    await server.close()
    await rm(temporary, { recursive: true, force: true })
  }
}
