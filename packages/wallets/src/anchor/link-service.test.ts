// @vitest-environment node
import { WEBSOCKET_RETRY_MAX } from '@fieldhouse/contract/constants'
import { expect, it, vi } from 'vitest'
import { freshChain } from '../transaction/testing/context'
import { CallbackService } from './link-service'
import { errorOf, flush, makeSite, until } from './testing/site'

freshChain()

const ANSWER = '{"req":"esr:x","sa":"alice.wam","sp":"active"}'

/** @param isDown neither sockets nor polls reach the service */
const setUp = (isDown = false) => {
  const { link, page, context } = makeSite()
  Object.assign(link, isDown && { acceptsSockets: false, acceptsPolls: false })
  const closed = new AbortController()
  const troubles: boolean[] = []
  const callback = new CallbackService(context, closed.signal, (isTroubled) => troubles.push(isTroubled)).create()
  return { link, page, closed, callback, troubles }
}

it('waits by WebSocket at /{uuid}, and acknowledges a message that is framed', async () => {
  const { link, callback } = setUp()
  const answer = callback.wait()
  await until(() => link.sockets.size > 0)
  link.post(callback.url, ANSWER)
  expect(await answer).toEqual(JSON.parse(ANSWER))
  const [socket] = link.opened
  expect(socket?.url).toBe(`${callback.url.replace('https', 'wss')}?v=2`)
  expect(socket?.sent.map((frame) => [...frame])).toEqual([[0x42, 0x42, 2, 7]])
  expect(link.sockets.size).toBe(0)
})

it('takes a message without a frame, as services send it that do not know acknowledgements', async () => {
  const { link, callback } = setUp()
  link.frames = false
  link.post(callback.url, ANSWER)
  expect(await callback.wait()).toEqual(JSON.parse(ANSWER))
  expect(link.opened[0]?.sent).toEqual([])
})

it('finds the answer that was kept while the service was restarted', async () => {
  const { link, callback } = setUp()
  const answer = callback.wait()
  await until(() => link.sockets.size > 0)
  link.drop()
  await flush()
  link.post(callback.url, ANSWER)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toEqual(JSON.parse(ANSWER))
})

it('polls where no WebSocket can be opened: 408 asks again, 200 is the answer', async () => {
  const { link, callback, troubles } = setUp()
  link.acceptsSockets = false
  const answer = callback.wait()
  await until(() => link.polled.length === 1)
  await vi.advanceTimersByTimeAsync(250)
  await until(() => link.polled.length === 2)
  expect(troubles).not.toContain(true)
  link.post(callback.url, ANSWER)
  await vi.advanceTimersByTimeAsync(250)
  expect(await answer).toEqual(JSON.parse(ANSWER))
})

it('waits longer from try to try, 10 000 ms at most, and says that the service is not reached', async () => {
  const { link, callback, troubles } = setUp(true)
  void callback.wait().catch(() => undefined)
  const waits: number[] = []
  for (let tries = 1; tries < 9; tries++) {
    await until(() => link.polled.length === tries)
    const before = Date.now()
    while (link.polled.length === tries) await vi.advanceTimersToNextTimerAsync()
    waits.push(Date.now() - before)
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, ...Array(3).fill(WEBSOCKET_RETRY_MAX)])
  expect(troubles.slice(0, 3)).toEqual([false, true, true])
  callback.cancel()
})

it.each([
  ['the page is shown again', 'visibilitychange'],
  ['the browser is online again', 'online'],
])('asks at once when %s', async (_, event) => {
  const { link, page, callback } = setUp(true)
  const answer = callback.wait()
  await until(() => link.polled.length === 1)
  link.acceptsSockets = true
  link.post(callback.url, ANSWER)
  ;(event === 'online' ? page.events : page.document).dispatchEvent(new Event(event))
  expect(await answer).toEqual(JSON.parse(ANSWER))
})

it.each([
  ['the page is shown again', 'visibilitychange'],
  ['the browser is online again', 'online'],
])('asks anew when %s, and hears what a socket that ended without a word does not', async (_, event) => {
  const { link, page, callback } = setUp()
  const answer = callback.wait()
  await until(() => link.sockets.size > 0)
  link.sockets.clear()
  link.post(callback.url, ANSWER)
  ;(event === 'online' ? page.events : page.document).dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toEqual(JSON.parse(ANSWER))
})

it('asks anew when the page is shown again where a poll ended without a word', async () => {
  const { link, page, callback, troubles } = setUp()
  Object.assign(link, { acceptsSockets: false, answersPolls: false })
  const answer = callback.wait()
  await until(() => link.polled.length === 1)
  link.answersPolls = true
  link.post(callback.url, ANSWER)
  page.document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(link.polled).toHaveLength(2)
  expect(await answer).toEqual(JSON.parse(ANSWER))
  expect(troubles).not.toContain(true)
})

it('hears first what has come to its socket when the page is shown again', async () => {
  const { link, page, callback } = setUp()
  link.frames = false
  const answer = callback.wait()
  await until(() => link.sockets.size > 0)
  page.document.dispatchEvent(new Event('visibilitychange'))
  link.post(callback.url, ANSWER)
  expect(await answer).toEqual(JSON.parse(ANSWER))
  await vi.advanceTimersByTimeAsync(1000)
  expect([link.polled, link.sockets.size]).toEqual([[], 0])
})

it.each([
  ['is cancelled', ({ callback }: ReturnType<typeof setUp>) => callback.cancel()],
  ['has nobody waiting for it any more', ({ closed }: ReturnType<typeof setUp>) => closed.abort()],
])('ends when it %s', async (_, end) => {
  const site = setUp()
  const answer = site.callback.wait()
  await until(() => site.link.sockets.size > 0)
  end(site)
  await expect(answer).rejects.toThrow()
  await until(() => site.link.sockets.size === 0)
})

it('takes the page of a network that wants people to log in for no answer', async () => {
  const { link, callback, troubles } = setUp()
  link.acceptsSockets = false
  link.post(callback.url, '<!doctype html><title>Welcome</title>')
  const answer = callback.wait()
  await until(() => link.polled.length === 1)
  link.post(callback.url, ANSWER)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toEqual(JSON.parse(ANSWER))
  expect(troubles).not.toContain(true)
})

it('has no trouble any more when the answer has come, or nobody waits', async () => {
  const { link, callback, troubles } = setUp(true)
  const answer = callback.wait()
  while (!troubles.at(-1)) await vi.advanceTimersByTimeAsync(250)
  link.acceptsPolls = true
  link.post(callback.url, ANSWER)
  await vi.advanceTimersByTimeAsync(WEBSOCKET_RETRY_MAX)
  await answer
  expect(troubles.at(-1)).toBe(false)

  const other = setUp(true)
  const ended = expect(other.callback.wait()).rejects.toThrow()
  while (!other.troubles.at(-1)) await vi.advanceTimersByTimeAsync(250)
  other.callback.cancel()
  await ended
  expect(other.troubles.at(-1)).toBe(false)
})

it.each([
  ['invalid-callback', 'no JSON'],
  ['invalid-callback', 'null'],
  ['invalid-callback', '{}'],
  ['invalid-callback', `{"req":"${'x'.repeat(70_000)}"}`],
  ['no-signature', ANSWER.replace('}', ',"sig":"SIG_K1_none"}')],
])('ends with %s for what is no answer: %.40s', async (kind, junk) => {
  const { link, callback } = setUp()
  link.post(callback.url, junk)
  expect((await errorOf(callback.wait())).kind).toBe(kind)
})
