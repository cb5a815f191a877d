import { DataError } from './request'
import { abortable } from './waiting'

/** The first event comes at once, in milliseconds: a proxy that holds it back holds all. */
export const FIRST_EVENT = 8000
/** A gateway that has nothing new says so every 15 s. */
export const SILENCE = 40_000

/**
 * Has the gateway tell what changes, until the signal ends it.
 *
 * @param take is handed each event's JSON
 * @returns when it is over and events had come: the gateway ends each stream after some minutes
 * @throws DataError when no event came, or none any more; what `take` throws; the signal's reason when it is aborted
 */
export const stream = (address: string, take: (told: unknown) => void, signal: AbortSignal): Promise<void> =>
  abortable(signal, (resolve, reject) => {
    const source = new EventSource(address)
    let isHeard = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      // A browser would come back by itself, with the versions of then.
      source.close()
      clearTimeout(timer)
    }
    const fail = (what: string) => {
      end()
      reject(new DataError('offline', address, what))
    }
    const expect = (within: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => fail(`no event for ${within} ms`), within)
    }
    source.onmessage = ({ data }) => {
      isHeard = true
      expect(SILENCE)
      try {
        take(JSON.parse(data))
      } catch (error) {
        end()
        reject(error)
      }
    }
    source.onerror = () => {
      if (!isHeard) return fail('it tells no changes')
      end()
      resolve()
    }
    expect(FIRST_EVENT)
    return end
  })
