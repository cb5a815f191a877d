/** Settings of Vitest by which each test begins without the mocks and stubs of the one before. */
export const freshMocks = { clearMocks: true, restoreMocks: true, unstubEnvs: true, unstubGlobals: true }
