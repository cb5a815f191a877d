/** Which of the workers that run test files side by side this is, from 0. */
export const worker = Number(process.env.VITEST_POOL_ID) - 1

/** How many workers there are at most. */
export const WORKERS = 4
