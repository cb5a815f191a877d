import { vi } from 'vitest'

/** Waits until a check passes, and answers what it answers. Two loaded cores may take seconds for what is usually at once. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000 })
