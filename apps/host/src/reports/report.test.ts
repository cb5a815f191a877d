import type { Report } from '@fieldhouse/contract'
import { expect, it, vi } from 'vitest'
import { createPost, createReporter } from './report'

const report: Report = { kind: 'recoverable', message: 'm', edition: 'football', release: 'a', path: '/football' }
const sender = () => vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
const bodyOf = (send: ReturnType<typeof sender>) => JSON.parse(String(send.mock.calls[0]?.[1]?.body)) as Report

it('keeps how a long message begins and how it ends, within what the gateway takes', () => {
  const send = sender()
  createReporter(createPost(send))({
    ...report,
    message: `Hydration failed${'.'.repeat(5000)}- server`,
    stack: '界'.repeat(5000),
  })
  expect(bodyOf(send).message).toMatch(/^Hydration failed\.+ … \.+- server$/)
  expect(new TextEncoder().encode(String(send.mock.calls[0]?.[1]?.body)).length).toBeLessThan(8 << 10)
})

it('sends a short report as it is', () => {
  const send = sender()
  createReporter(createPost(send))(report)
  expect(bodyOf(send)).toEqual(report)
})

it('does not let an error in a loop become a flood', () => {
  const send = sender()
  const tell = createReporter(createPost(send))
  for (let times = 0; times < 100; times += 1) tell(report)
  expect(send).toHaveBeenCalledTimes(20)
})
