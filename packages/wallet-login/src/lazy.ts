import { connected, type Ui } from './connection'

let loading: Promise<Ui> | undefined

/** Fetches the lazy part, once. It rejects when it can't be had in time; the next call tries again. */
export const loadUi = (): Promise<Ui> =>
  (loading ??= connected()
    .loadUi()
    .catch((error) => {
      loading = undefined
      throw error
    }))

/** The lazy part, or null after the visitor was told that it can't be had. */
export const demandUi = async (): Promise<Ui | null> => {
  const { unavailable, report } = connected()
  try {
    return await loadUi()
  } catch (error) {
    report({ kind: 'remote', message: `wallets: ${error instanceof Error ? error.message : String(error)}` })
    unavailable()
    return null
  }
}
