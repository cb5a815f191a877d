import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './scripts/test/compiled.mjs'

keepCompiled()

/** Packages that test in a way of their own: in jsdom, or one file at a time. */
const own = globSync('{apps,packages}/*/vitest.config.mjs', { cwd: import.meta.dirname })

// Every test of the workspaces and the scripts but the browser's, which have a configuration of their own in e2e.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...own,
      {
        test: {
          name: 'fieldhouse',
          include: ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx,mjs}', '{scripts,bench}/**/*.test.mjs'],
          // Two loaded cores may take seconds for what is usually at once.
          testTimeout: 20_000,
          exclude: ['**/node_modules/**', ...own.map((file) => `${dirname(file)}/**`)],
        },
      },
    ],
  },
})
