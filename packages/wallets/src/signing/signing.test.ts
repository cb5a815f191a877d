import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import { createSigning } from './signing'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  elsewhere.mockClear()
})

const elsewhere = vi.fn()
const success = { name: 'success', purpose: 'sign' } as const
const failure = { name: 'failure', purpose: 'sign', error: new WalletError('chain', 'no') } as const

it('shows what an attempt shows, and is closed at first', () => {
  const signing = createSigning(elsewhere)
  const heard = vi.fn()
  signing.subscribe(heard)
  expect(signing.state()).toBeNull()
  signing.begin().show({ name: 'preparing' })
  expect(signing.state()).toEqual({ screen: { name: 'preparing' }, notices: [] })
  expect(signing.state()).toBe(signing.state())
  expect(heard).toHaveBeenCalledOnce()
})

it('closes Success! after 1500 ms', async () => {
  const signing = createSigning(elsewhere)
  signing.begin().show({ name: 'success', purpose: 'login' })
  await vi.advanceTimersByTimeAsync(1499)
  expect(signing.state()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(signing.state()).toBeNull()
})

it('does not close the next request with the Success! of the one before', async () => {
  const signing = createSigning(elsewhere)
  signing.begin().show({ name: 'success', purpose: 'login' })
  signing.begin().show({ name: 'preparing' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(signing.state()?.screen.name).toBe('preparing')
})

it('tells an attempt that the visitor closed the dialog, and shows nothing of it any more', () => {
  const signing = createSigning(elsewhere)
  const attempt = signing.begin()
  attempt.show({ name: 'preparing' })
  signing.dismiss()
  expect(attempt.signal.aborted).toBe(true)
  attempt.show({ name: 'sending' })
  attempt.notice('provider', true)
  expect(signing.state()).toBeNull()
})

it('gives an attempt up when another begins', () => {
  const signing = createSigning(elsewhere)
  const [first, second] = [signing.begin(), signing.begin()]
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false])
  second.show({ name: 'preparing' })
  first.close()
  expect(signing.state()?.screen.name).toBe('preparing')
})

it('keeps each notice once, from screen to screen', () => {
  const signing = createSigning(elsewhere)
  const attempt = signing.begin()
  attempt.show({ name: 'preparing' })
  attempt.notice('provider', true)
  attempt.notice('provider', true)
  attempt.notice('unacknowledged', true)
  attempt.show({ name: 'sending' })
  expect(signing.state()).toEqual({ screen: { name: 'sending' }, notices: ['provider', 'unacknowledged'] })
  attempt.notice('provider', false)
  expect(signing.state()?.notices).toEqual(['unacknowledged'])
})

it('concludes in place of what is shown', () => {
  const signing = createSigning(elsewhere)
  const states: unknown[] = []
  const attempt = signing.begin()
  attempt.show({ name: 'sending' })
  signing.subscribe(() => states.push(signing.state()?.screen.name))
  attempt.conclude(failure)
  expect(states).toEqual(['failure'])
  expect(attempt.signal.aborted).toBe(true)
})

it('concludes also when the visitor has closed it', () => {
  const signing = createSigning(elsewhere)
  const attempt = signing.begin()
  attempt.show({ name: 'sending' })
  signing.dismiss()
  attempt.conclude(success)
  expect(signing.state()?.screen).toEqual(success)
})

it('leaves the dialog to the request that has it by now, on its way or at its end', () => {
  const signing = createSigning(elsewhere)
  const attempt = signing.begin()
  attempt.show({ name: 'sending' })
  signing.dismiss()
  const next = signing.begin()
  next.show({ name: 'preparing' })
  attempt.conclude(success)
  expect([signing.state()?.screen.name, next.signal.aborted]).toEqual(['preparing', false])
  next.conclude(failure)
  attempt.conclude(success)
  expect(signing.state()?.screen).toBe(failure)
  expect(elsewhere.mock.calls).toEqual([[success], [success]])
  signing.dismiss()
  attempt.conclude(success)
  expect(signing.state()?.screen).toBe(success)
  expect(elsewhere).toHaveBeenCalledTimes(2)
})

it('is not heard by those who stopped', () => {
  const signing = createSigning(elsewhere)
  const heard = vi.fn()
  signing.subscribe(heard)()
  signing.begin().show({ name: 'preparing' })
  expect(heard).not.toHaveBeenCalled()
})
