import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './scripts/test/compiled.mjs'
import { freshMocks } from './scripts/test/fresh-mocks.mjs'

keepCompiled()

/** Packages that test in a way of their own: in jsdom, or one file at a time. */
const own = globSync('{apps,packages}/*/vitest.config.mjs', { cwd: import.meta.dirname })

/** The tests that every file needs a process of its own for. */
const ALONE = [
  // What is asked for goes on after a test, and ends in an error that would be another file's.
  'packages/chain-data/src/**/*.test.{ts,tsx}',
  // Of performance entries, which jsdom has none of.
  'packages/sale/src/purchase/partner.test.ts',
]

// Two loaded cores may take seconds for what is usually at once.
const testTimeout = 20_000

// Every test of the workspaces and the scripts but the browser's, which have a configuration of their own in e2e.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...own,
      {
        test: {
          ...freshMocks,
          name: 'fieldhouse',
          include: ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx,mjs}', '{scripts,bench}/**/*.test.mjs'],
          exclude: ['**/node_modules/**', ...own.map((file) => `${dirname(file)}/**`), ...ALONE],
          testTimeout,
          // A worker keeps what it has loaded of Vitest and jsdom, and gives each file a global scope and modules of its own.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
        },
      },
      { test: { ...freshMocks, name: 'alone', include: ALONE, testTimeout } },
    ],
  },
})
