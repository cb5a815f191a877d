import { vi } from 'vitest'

/** A stream that was opened, in the place of the browser's. */
export interface OpenedStream {
  url: string
  isClosed: boolean
  /** Has an event come. */
  tell: (event: unknown) => void
  /** Has it end, or never begin. */
  fail: () => void
}

/** Puts streams that tests lead in the place of `EventSource`, and lists those that were opened. */
export const serveStreams = (): OpenedStream[] => {
  const opened: OpenedStream[] = []
  class Source implements OpenedStream {
    isClosed = false
    onmessage: ((event: { data: string }) => void) | null = null
    onerror: (() => void) | null = null
    constructor(readonly url: string) {
      opened.push(this)
    }
    close() {
      this.isClosed = true
    }
    tell(event: unknown) {
      if (!this.isClosed) this.onmessage?.({ data: typeof event === 'string' ? event : JSON.stringify(event) })
    }
    fail() {
      if (!this.isClosed) this.onerror?.()
    }
  }
  vi.stubGlobal('EventSource', Source)
  return opened
}
