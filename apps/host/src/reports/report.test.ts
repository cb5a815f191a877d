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

it.each([
  ['as Chrome has it', '    at own (@/football/wall/alice.wam?partner=x#packs:1:23)', '    at own (@/*:1:23)'],
  [
    'of what is evaluated',
    'at eval (eval at own (@/?email=a@b.c:1:2), <anonymous>:1:1)',
    'at eval (eval at own (@/*:1:2), <anonymous>:1:1)',
  ],
  ['as Firefox and Safari have it', 'own@@/alice@example.com?fbclid=1:1:23\n@@/football:2:3', 'own@@/*:1:23\n@@/*:2:3'],
  ['and keeps that of a file', 'at a (@/_r/football/a.1.js:1:1)', 'at a (@/_r/football/a.1.js:1:1)'],
  [
    'and keeps one of elsewhere',
    'at a (https://tags.example/js?id=G-1:1:1)',
    'at a (https://tags.example/js?id=G-1:1:1)',
  ],
])("leaves a page's address out of a stack and a message, %s", (_, stack, told) => {
  const here = (text: string) => text.replaceAll(/@(?=\/)/g, location.origin)
  const send = sender()
  createReporter(createPost(send))({ ...report, message: here(stack), stack: here(stack) })
  expect(bodyOf(send)).toMatchObject({ message: here(told), stack: here(told) })
})

it('does not let an error in a loop become a flood', () => {
  const send = sender()
  const tell = createReporter(createPost(send))
  for (let times = 0; times < 100; times += 1) tell(report)
  expect(send).toHaveBeenCalledTimes(20)
})
