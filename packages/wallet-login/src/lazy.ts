import { connected, type StartedUi, shownPage } from './connection'
import { activate, readUser } from './user/store'

let loading: Promise<StartedUi> | undefined

/** Fetches the lazy part, once. It rejects when it can't be had in time; the next call tries again. */
export const loadUi = (): Promise<StartedUi> => {
  const { loadUi, settings, report } = connected()
  loading ??= loadUi().then(
    ({ start }) => start({ settings, report, shown: shownPage, activate, readUser }),
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The lazy part, or null after the visitor was told that it can't be had. */
export const demandUi = async (): Promise<StartedUi | null> => {
  const { unavailable, report } = connected()
  try {
    return await loadUi()
  } catch (error) {
    report({ kind: 'remote', message: `wallets: ${error instanceof Error ? error.message : String(error)}` })
    unavailable()
    return null
  }
}
