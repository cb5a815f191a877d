import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Toast } from '../../connection'
import { eventually } from '../../testing/eventually'
import { newDocument, openPage } from '../../testing/page'

beforeEach(newDocument)
afterEach(() => vi.useRealTimers())

const region = () => document.querySelector('section[aria-label]') as HTMLElement
const shown = () => [...region().querySelectorAll('p')].map(({ textContent }) => textContent)

async function openOverlay(changes: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(changes)
  await act(async () => void (await page.startUi()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame'] })
  /** Shows toasts and lets a frame pass: by then they are on the page. */
  const toast = (...toasts: Toast[]) =>
    act(async () => {
      for (const one of toasts) page.toast(one)
      await vi.advanceTimersByTimeAsync(FRAME)
    })
  return { ...page, toast }
}

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))
const event = (type: string, target: Element, relatedTarget: Element | null = document.body) =>
  act(async () => target.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget })))
/** Milliseconds: in the next frame after a toast was asked for, it is on the page. */
const FRAME = 16

const info = (text: string): Toast => ({ kind: 'info', text })

describe('a toast', () => {
  it('stays for 5000 ms', async () => {
    const { toast } = await openOverlay()
    await toast(info('Saved'))
    expect(shown()).toEqual(['Saved'])
    await pass(4900)
    expect(shown()).toEqual(['Saved'])
    await pass(100)
    expect(shown()).toEqual([])
  })

  it('stays no longer with what is read below its first line', async () => {
    const { toast } = await openOverlay()
    await toast({ kind: 'error', text: 'Error: no', more: 'x'.repeat(100) })
    await pass(4900)
    expect(shown()).toHaveLength(2)
    await pass(100)
    expect(shown()).toEqual([])
  })

  it.each([
    ['error', 'alert'],
    ['info', 'status'],
    ['success', 'status'],
  ] as const)('of kind %s appears in a live region (%s) that was there before it', async (kind, role) => {
    const { toast } = await openOverlay()
    const live = document.querySelector(`#fh-overlay [role=${role}]`)
    expect(live?.textContent).toBe('')
    await toast({ kind, text: 'Hello' })
    expect(document.querySelector(`#fh-overlay [role=${role}]`)).toBe(live)
    expect(live?.textContent).toBe('Hello')
  })

  it('pauses under the pointer, with the time it had left', async () => {
    const { toast } = await openOverlay()
    await toast(info('Saved'))
    await pass(4000)
    const text = region().querySelector('p') as HTMLElement
    await event('pointerover', text)
    await pass(60_000)
    expect(shown()).toEqual(['Saved'])
    await event('pointerout', text)
    await pass(800)
    expect(shown()).toEqual(['Saved'])
    await pass(200)
    expect(shown()).toEqual([])
  })

  it('pauses while it has the focus', async () => {
    const { toast } = await openOverlay()
    await toast(info('Saved'))
    const close = region().querySelector('button') as HTMLButtonElement
    await act(async () => close.focus())
    await pass(60_000)
    expect(shown()).toEqual(['Saved'])
    await act(async () => close.blur())
    await pass(5000)
    expect(shown()).toEqual([])
  })

  it('goes at once when its button is pressed, and does not leave the others paused', async () => {
    const { toast } = await openOverlay()
    await toast(info('One'))
    const close = region().querySelector('button') as HTMLButtonElement
    expect(close.getAttribute('aria-label')).toBe('Close message')
    await event('pointerover', close)
    await act(async () => close.click())
    expect(shown()).toEqual([])
    await toast(info('Two'))
    await pass(5000)
    expect(shown()).toEqual([])
  })
})

describe('one of two toasts', () => {
  it.each(['pointer', 'focus'])('that is closed with the %s on it does not leave the other for ever', async (held) => {
    const { toast } = await openOverlay()
    await toast(info('One'), info('Two'))
    const close = region().querySelector('button') as HTMLButtonElement
    if (held === 'pointer') await event('pointerover', close)
    else await act(async () => close.focus())
    await pass(60_000)
    expect(shown()).toEqual(['One', 'Two'])
    await act(async () => close.click())
    expect(shown()).toEqual(['Two'])
    await pass(5000)
    expect(shown()).toEqual([])
  })

  it('that gives way with the focus in it does not leave the others for ever', async () => {
    const { toast } = await openOverlay()
    await toast(...['1', '2', '3', '4'].map(info))
    await act(async () => region().querySelector('button')?.focus())
    await toast(info('5'))
    expect(shown()).toEqual(['2', '3', '4', '5'])
    await pass(5000)
    expect(shown()).toEqual([])
  })

  it('that has the pointer pauses the other', async () => {
    const { toast } = await openOverlay()
    await toast(info('One'), info('Two'))
    const [one, two] = [...region().querySelectorAll('p')]
    await event('pointerover', one as Element)
    await event('pointerout', one as Element, two)
    await event('pointerover', two as Element, one)
    await pass(60_000)
    expect(shown()).toEqual(['One', 'Two'])
  })
})

describe('toasts', () => {
  it('stack, and at most four stand at a time: the oldest gives way', async () => {
    const { toast } = await openOverlay()
    await toast(...['1', '2', '3', '4', '5', '6'].map(info))
    expect(shown()).toEqual(['3', '4', '5', '6'])
  })

  it('are styled by route: the look of the page shown stands on them', async () => {
    const { show } = await openOverlay({ header: 'football' })
    const look = () => region().parentElement?.dataset.look
    expect(look()).toBe('football')
    await show({ path: '/basketball', header: 'basketball' })
    expect(look()).toBe('basketball')
    await show({ path: '/', header: 'default' })
    expect(look()).toBe('default')
  })

  it('speak the language of the page', async () => {
    const { show } = await openOverlay({ language: 'es' })
    expect(region().getAttribute('aria-label')).toBe('Mensajes')
    await show({ language: 'en' })
    expect(region().getAttribute('aria-label')).toBe('Messages')
  })

  it('stand in the modal dialog that is open, since all else is inert, and come back when it closes', async () => {
    const { toast } = await openOverlay()
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    vi.spyOn(dialog, 'matches').mockImplementation((selector) => selector === ':modal')
    await toast({ kind: 'error', text: 'No' })
    expect(dialog.contains(region())).toBe(true)
    expect(shown()).toEqual(['No'])
    await act(async () => dialog.close())
    expect(document.getElementById('fh-overlay')?.contains(region())).toBe(true)
    expect(shown()).toEqual(['No'])
  })
})

it('a toast that cannot be shown, because the lazy part is not there, is reported and the visitor is told', async () => {
  const { toast, loadUi, unavailable, report } = await openPage()
  loadUi.mockRejectedValue(new TypeError('Failed to fetch'))
  toast(info('Saved'))
  await eventually(() => expect(unavailable).toHaveBeenCalledOnce())
  expect(report).toHaveBeenCalledExactlyOnceWith({ kind: 'remote', message: 'wallets: Failed to fetch' })
})
