// @vitest-environment jsdom

import { traitsOf } from '@fieldhouse/design'
import { clearShown, show } from '@fieldhouse/edition-kit/testing'
import { deck, look } from '@fieldhouse/holdings/testing'
import { alice, setUser } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makePicture } from './make-picture'
import { SharePull } from './SharePull'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)
vi.mock('./make-picture', () => ({ makePicture: vi.fn(), canShare: () => true }))

const cards = [{ id: '1', templateId: 700001, mint: 7, traits: traitsOf(deck, 700001) }]

beforeEach(() => setUser(alice))
afterEach(async () => {
  await clearShown()
  setUser(null)
})

const share = vi.fn()

async function open() {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const { container } = await show(<SharePull edition={{ look, deck }} cards={cards} onBack={() => {}} />)
  const press = (selector: string) => act(async () => container.querySelector<HTMLElement>(selector)?.click())
  return { press, said: () => container.querySelector('[role=status]')?.textContent }
}

it('opens one sheet however often it is pressed, and says nothing of the other presses', async () => {
  vi.mocked(makePicture).mockResolvedValue(new File([], 'pull.png'))
  let close = () => {}
  // A browser refuses a second sheet while one is open (Web Share, "share()", step 4).
  share.mockImplementation(() => {
    if (share.mock.calls.length > 1) throw new DOMException('one is open', 'InvalidStateError')
    return new Promise<void>((resolve) => {
      close = resolve
    })
  })
  const { press, said } = await open()
  await press('button')
  await press('button')
  expect(said()).toBe('')
  await act(async () => close())
  share.mockReset()
  await press('button')
  expect(share).toHaveBeenCalledOnce()
})

it('says no more that the picture could not be made once it is made with a name on it', async () => {
  vi.mocked(makePicture).mockRejectedValueOnce(new Error('no memory')).mockResolvedValue(new File([], 'pull.png'))
  const { press, said } = await open()
  expect(said()).toContain('could not make the picture')
  await press('input')
  expect(said()).toBe('')
})

it('says nothing more of a press that failed once another one has shared the picture', async () => {
  vi.mocked(makePicture).mockResolvedValue(new File([], 'pull.png'))
  share.mockReset().mockRejectedValueOnce(new DOMException('not now', 'NotAllowedError'))
  const { press, said } = await open()
  await press('button')
  expect(said()).toContain('could not make the picture')
  await press('button')
  expect(share).toHaveBeenCalledTimes(2)
  expect(said()).toBe('')
})
