import { vi } from 'vitest'

/** An answer by hand: JSON with status 200, unless it is a whole response. */
type Reply = (query: URLSearchParams) => object | Promise<object>

/**
 * Puts a gateway in the place of `fetch`: answers each path with its reply, 404 for others, and lists what was asked.
 * A reply that is a `Response` is answered as it is.
 */
export const serveGateway = (replies: Record<string, Reply>) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    asked.push(address)
    const [path = '', query] = address.split('?')
    const reply = replies[path]
    const answer = reply ? await reply(new URLSearchParams(query)) : new Response('', { status: 404 })
    options.signal?.throwIfAborted()
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
  return asked
}

/** A node's envelope. */
export const envelope = (...rows: unknown[]) => ({ rows, more: false, next_key: '' })
