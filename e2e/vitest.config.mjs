import { defineConfig } from 'vitest/config'
import { keepCompiled } from '../scripts/test/compiled.mjs'

keepCompiled()

// Real browsers against the real process. A file mostly waits: for the browser, for a block, for a page that asks again.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['tests/**/*.test.ts'],
    globalSetup: ['harness/global-setup.ts'],
    // A worker keeps the browser's connection and what it has loaded; setup.ts sees to it that files share nothing else.
    isolate: false,
    setupFiles: ['harness/setup.ts'],
    maxWorkers: 4,
    // A failure says what it found, not how many things it found.
    chaiConfig: { truncateThreshold: 2000 },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
})
