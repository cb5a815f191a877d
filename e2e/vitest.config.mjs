import { defineConfig } from 'vitest/config'

// A real browser against the real process. One file at a time: what a page feels like is measured, too.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['tests/**/*.test.ts'],
    globalSetup: ['harness/global-setup.ts'],
    fileParallelism: false,
    // A failure says what it found, not how many things it found.
    chaiConfig: { truncateThreshold: 2000 },
    // On a shared machine a browser is now and then stopped for seconds. A fault of ours is there the second time, too.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
})
