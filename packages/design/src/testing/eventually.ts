import { act } from 'react'
import { vi } from 'vitest'

// Two loaded cores may take seconds for what is usually at once.
vi.setConfig({ testTimeout: 30_000 })

/** Waits until a check of what is shown passes. It stands outside `act`, which forgets its work when something is thrown. */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      check()
    },
    { timeout: 20_000 },
  )
