import { createCell } from '@fieldhouse/chain-data'
import { withDialogs } from '@fieldhouse/design/testing'
import { I18nRoot } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import { explain, WalletError } from '@fieldhouse/wallets'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Page } from '../connection'
import { pageInfo, settings } from '../testing/page'
import { setPage } from '../ui/page'
import { showToast } from '../ui/toasts/store'
import { clockText } from './Expiry'
import { SigningDialog } from './SigningDialog'
import { signing } from './signing'
import { texts } from './texts'

const nothing = () => {}

const ADDRESS = 'esr:gmNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGMBoExgDAjRi4fwA'

const REQUEST = { name: 'request', address: ADDRESS, launch: nothing } as const
const UNREACHABLE = { name: 'unreachable', device: 'Desk', signManually: nothing } as const

const SCREENS: Record<string, Screen> = {
  preparing: { name: 'preparing' },
  'a login request': { ...REQUEST, purpose: 'login', manual: false, deadline: null },
  'a request by hand': { ...REQUEST, purpose: 'sign', manual: true, deadline: 180_000 },
  'a linked device': { name: 'prompt', device: 'Desk', deadline: 120_000, signManually: nothing },
  'a fee': { name: 'fee', fee: '0.05000000 WAX', deadline: 90_000, accept: nothing, decline: nothing },
  'a device not reached': { ...UNREACHABLE, error: new WalletError('delivery', 'Unable to push message') },
  'a device that is silent': { ...UNREACHABLE, error: new WalletError('timeout', 'Wallet did not respond in time') },
  checking: { name: 'checking' },
  sending: { name: 'sending' },
  success: { name: 'success', purpose: 'sign' },
  failure: {
    name: 'failure',
    purpose: 'sign',
    error: new WalletError('resources', 'billed', 'tx_cpu_usage_exceeded: billed CPU time (2102 us) is greater'),
  },
}

const openPage = (language: 'en' | 'es' = 'en') =>
  setPage({ shown: createCell(pageInfo({ language })), settings } as unknown as Page)
openPage()

vi.mock('../ui/toasts/store', () => ({ showToast: vi.fn() }))

const unmount: (() => void)[] = []

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  withDialogs()
})

afterEach(() => {
  act(signing.dismiss)
  for (const end of unmount.splice(0)) act(end)
  document.body.replaceChildren()
  vi.useRealTimers()
})

function show(language: 'en' | 'es' = 'en') {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  unmount.push(() => root.unmount())
  act(() =>
    root.render(
      <I18nRoot language={language}>
        <SigningDialog />
      </I18nRoot>,
    ),
  )
  let attempt = signing.begin()
  const dialog = () => container.querySelector('dialog')
  return {
    signing,
    dialog,
    show: (screen: Screen) => act(() => attempt.show(screen)),
    notice: () => act(() => attempt.notice('unacknowledged', true)),
    begin: () => {
      attempt = signing.begin()
      return attempt
    },
    text: () => dialog()?.textContent ?? '',
    button: (name: string) =>
      [...container.querySelectorAll<HTMLElement>('button, a')].find(
        (each) => each.textContent === name || each.getAttribute('aria-label') === name,
      ) as HTMLElement,
  }
}

const stubClipboard = () => {
  const writeText = vi.fn(async (_: string) => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  return writeText
}
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))
const click = (element: HTMLElement) => act(async () => element.click())

describe.each(Object.entries(SCREENS))('%s', (_, screen) => {
  it('is named by its heading, which has the focus, and can be closed', async () => {
    const { show: put, dialog, button, signing } = show()
    put(screen)
    const heading = dialog()?.querySelector('h2')
    expect(dialog()?.getAttribute('aria-labelledby')).toBe(heading?.id)
    expect(heading?.textContent).not.toBe('')
    expect(document.activeElement).toBe(heading)
    await click(button('Close'))
    expect(signing.state()).toBeNull()
    expect(dialog()).toBeNull()
  })

  it('has no text in English on a Spanish page', () => {
    const { show: put, dialog } = show('es')
    put(screen)
    const said = (part: unknown): string[] =>
      typeof part === 'string' ? [part] : Object.values(part as object).flatMap(said)
    const english = said(texts.en).filter((each) => !said(texts.es).includes(each))
    const shown = [...(dialog()?.querySelectorAll('*') ?? [])].map(({ textContent }) => textContent)
    expect(shown.filter((each) => english.includes(each))).toEqual([])
  })
})

it.each<[string, string, 'heading' | 'text']>([
  ['preparing', 'Preparing request...', 'text'],
  ['a fee', 'Transaction Fee', 'heading'],
  ['success', 'Success!', 'heading'],
  ['failure', 'Transaction Error', 'heading'],
  ['a device not reached', 'Unable to reach device', 'heading'],
])("section 2: %s says '%s' in its %s", (name, words, place) => {
  const { show: put, dialog } = show()
  put(SCREENS[name] as Screen)
  const said = [...(dialog()?.querySelectorAll(place === 'heading' ? 'h2' : 'p') ?? [])]
  expect(said.map(({ textContent }) => textContent)).toContain(words)
})

it.each(['a login request', 'a request by hand'])(
  "section 2: %s has a QR code with 'Copy request link' and 'Launch Anchor'",
  (name) => {
    const { show: put, dialog, button } = show()
    put(SCREENS[name] as Screen)
    expect(dialog()?.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      'QR code with the request for Anchor',
    )
    expect(button('Copy request link')).toBeDefined()
    expect(button('Launch Anchor')).toBeDefined()
  },
)

it('changes what is in the one dialog, and leaves the dialog where it is', () => {
  const { show: put, dialog } = show()
  put({ name: 'preparing' })
  const first = dialog()
  put(SCREENS['a linked device'] as Screen)
  expect(dialog()).toBe(first)
  expect(document.activeElement?.textContent).toBe('Sign - 02:00')
})

it('counts down without taking the focus away or speaking, but at thresholds', async () => {
  const { show: put, dialog, button } = show()
  put(SCREENS['a linked device'] as Screen)
  const manual = button('Sign manually or with another device')
  manual.focus()
  const voice = () => dialog()?.querySelector('[aria-live=polite]')?.textContent
  await pass(1000)
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Sign - 01:59')
  expect(voice()).toBe('')
  await pass(59_000)
  expect(voice()).toBe('60 seconds left')
  await pass(20_000)
  expect(voice()).toBe('60 seconds left')
  await pass(10_000)
  expect(voice()).toBe('30 seconds left')
  await pass(19_000)
  expect(voice()).toBe('30 seconds left')
  await pass(1000)
  expect(voice()).toBe('10 seconds left')
  await pass(100_000)
  expect(dialog()?.querySelector('[role=timer]')?.textContent).toBe('00:00')
  expect(document.activeElement).toBe(manual)
})

it('copies the request link, and says so for 2000 ms', async () => {
  const writeText = stubClipboard()
  const { show: put, button, text } = show()
  put(SCREENS['a login request'] as Screen)
  await click(button('Copy request link'))
  expect(writeText).toHaveBeenCalledWith(ADDRESS)
  expect(text()).toContain('Link copied')
  await pass(1999)
  expect(text()).toContain('Link copied')
  await pass(1)
  expect(text()).not.toContain('Link copied')
})

it('shows the link to copy by hand where the browser copies nothing', async () => {
  vi.stubGlobal('navigator', {})
  const { show: put, button, dialog } = show()
  put(SCREENS['a login request'] as Screen)
  await click(button('Copy request link'))
  expect(dialog()?.querySelector('input')?.value).toBe(ADDRESS)
})

it('launches Anchor by a link with the request', async () => {
  const launch = vi.fn()
  const { show: put, button } = show()
  put({ ...SCREENS['a login request'], launch } as Screen)
  expect(button('Launch Anchor').getAttribute('href')).toBe(ADDRESS)
  await click(button('Launch Anchor'))
  expect(launch).toHaveBeenCalledOnce()
})

it('offers the fee with what the specification says of it, and each way on', async () => {
  const [accept, decline] = [vi.fn(), vi.fn()]
  const { show: put, button, text, begin, signing } = show()
  const attempt = begin()
  put({ ...SCREENS['a fee'], accept, decline } as Screen)
  expect(text()).toContain('Transaction Fee')
  expect(text()).toContain(
    'Your account lacks the network resources for this transaction and it cannot be covered for free.',
  )
  expect(text()).toContain('Offer expires in 01:30')
  await click(button('Accept Fee of 0.05000000 WAX'))
  await click(button('Proceed without the fee'))
  expect([accept.mock.calls.length, decline.mock.calls.length]).toEqual([1, 1])
  await click(button('Cancel'))
  expect([attempt.signal.aborted, signing.state()]).toEqual([true, null])
})

it('signs manually from the dialog of a device that is not reached', async () => {
  const signManually = vi.fn()
  const { show: put, button, text } = show()
  put({ ...SCREENS['a device not reached'], signManually } as Screen)
  expect(text()).toMatch(/^Unable to reach device.*Unable to push message.*Desk.*did not (get to|reach)/)
  await click(button('Sign manually'))
  expect(signManually).toHaveBeenCalledOnce()
})

it("says of a device that was reached and is silent section 8's sentence, and signs manually", async () => {
  const signManually = vi.fn()
  const { show: put, button, text, dialog } = show()
  put({ ...SCREENS['a device that is silent'], signManually } as Screen)
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Wallet did not respond in time')
  expect(text()).not.toContain('Unable to reach device')
  await click(button('Sign manually'))
  expect(signManually).toHaveBeenCalledOnce()
})

it('says that an identity cannot be verified', () => {
  const { show: put, text } = show()
  const error = new WalletError('identity', 'Unable to verify identity', 'bob.wam signed, not alice.wam')
  put({ name: 'failure', purpose: 'login', error })
  expect(text()).toMatch(/^Login Error\s*Unable to verify identity.*did not prove.*bob\.wam signed/)
})

it('explains a failure plainly with the node’s own words below, and copies for support what happened, with whom, where and when', async () => {
  const writeText = stubClipboard()
  const { show: put, button, text } = show()
  put(SCREENS.failure as Screen)
  expect(text()).toMatch(/^Transaction Error.*Your account is out of CPU.*billed CPU time \(2102 us\) is greater/)
  await click(button('Copy the details for support'))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(
    'Fieldhouse · billed · tx_cpu_usage_exceeded: billed CPU time (2102 us) is greater · resources · anchor · /football · football · 1970-01-01T00:00:00.000Z',
  )
  expect(text()).toContain('Copied.')
})

it.each([
  ['en', 'Invalid request callback', 'Copy the details for support'],
  ['es', 'Respuesta a la petición no válida', 'Copiar los datos para soporte'],
] as const)(
  'has the sentence of section 8 as its first line (%s), with plain words below and a text for support: %s',
  async (language, sentence, copy) => {
    const error = new WalletError('invalid-callback', 'Invalid request callback')
    const writeText = stubClipboard()
    const { show: put, dialog, button } = show(language)
    for (const screen of [
      { name: 'failure', purpose: 'sign', error },
      { ...UNREACHABLE, error },
    ] as const) {
      put(screen)
      // The dialog has a name of its own in section 2, where it is not the sentence itself.
      const [first, ...below] = [...(dialog()?.querySelectorAll('h2, p') ?? [])]
        .map(({ textContent }) => textContent)
        .filter((line) => line !== texts[language].failure.sign)
      expect([first, below[0]]).toEqual([sentence, explain(error, language).text])
      await click(button(copy))
      expect(writeText.mock.lastCall?.[0]).toContain(' · Invalid request callback · ')
    }
  },
)

it('says quietly what is not as it should be', () => {
  const { show: put, notice, dialog } = show()
  put(SCREENS['a linked device'] as Screen)
  notice()
  expect(dialog()?.querySelector('div[role=status]')?.textContent).toContain('has not confirmed')
})

it.each([
  [0, '00:00'],
  [9, '00:09'],
  [60, '01:00'],
  [119, '01:59'],
  [3600, '60:00'],
])('%s seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

const SUCCESS = { name: 'success', purpose: 'sign' } as const
const FAILURE = { name: 'failure', purpose: 'sign', error: new WalletError('chain', '', 'Sold out') } as const

it.each([
  ['en', SUCCESS, { kind: 'success', text: 'The transaction is in the chain.' }],
  [
    'en',
    FAILURE,
    {
      kind: 'error',
      text: 'Transaction Error: Sold out',
      more: 'Someone else got the last pack. Nothing was paid.',
      support: expect.stringMatching(/^Fieldhouse · .*Sold out · chain · anchor · /),
    },
  ],
  [
    'es',
    FAILURE,
    {
      kind: 'error',
      text: 'Error en la transacción: Agotado',
      more: 'Alguien se ha llevado el último sobre. No se ha pagado nada.',
      support: expect.stringMatching(/^Fieldhouse · .*Sold out · chain · anchor · /),
    },
  ],
] as const)('says by a toast (%s) how a request ended whose dialog another one has', (language, end, toast) => {
  openPage(language)
  const attempt = signing.begin()
  const next = signing.begin()
  attempt.conclude(end)
  expect(showToast).toHaveBeenCalledExactlyOnceWith(toast)
  next.conclude(end)
  expect(showToast).toHaveBeenCalledOnce()
  signing.dismiss()
  openPage()
})
