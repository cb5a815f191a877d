import { defineConfig } from 'vitest/config'
import { freshMocks } from '../../scripts/test/fresh-mocks.mjs'

export default defineConfig({
  test: {
    ...freshMocks,
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    environment: 'jsdom',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
