import { defineConfig } from 'vitest/config'
import { freshMocks } from '../../scripts/test/fresh-mocks.mjs'

// Builds take seconds of processor.
export default defineConfig({
  test: {
    ...freshMocks,
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
})
