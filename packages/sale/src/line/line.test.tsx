// @vitest-environment jsdom
import { gatewayNow, type ListedDrop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, testRoot } from '@fieldhouse/edition-kit/testing'
import { formatNumber, formatWax, textsIn } from '@fieldhouse/i18n'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropTexts } from '../drops/texts'
import { formTexts } from '../purchase/form-texts'
import { LOOK, open as openPage } from '../testing/slip-page'
import { buzzer, soundBuzzer, stopBuzzer } from './buzzer'
import type { ClosedInLineProps } from './ClosedInLine'
import { ClosedInLine, InLine, Ticket, YourTurn } from './index'
import { type LineSlip, type LineStatus, ordinal } from './status'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

/** A whole second of the gateway's clock. */
const NOON = Math.floor(gatewayNow() / 1000) * 1000
const DAY = 86_400_000

const drop = (changes: Partial<ListedDrop> = {}): ListedDrop => ({
  ...{ id: '5', edition: 'football', name: 'Opening Drive', description: '', image: '', odds: {}, contents: {} },
  ...{ listing: { token: 'USD', units: 2499n, decimals: 2 }, most: 12_000n, sold: 1840n, accountLimit: 5n },
  ...{ limitCooldown: 0, needsClaim: false, startsAt: NOON - 19_000, endsAt: NOON + DAY, isHidden: false },
  ...{ state: 'live', paused: undefined, ...changes },
})

const slipOf = (language: Language = 'en', changes: Partial<LineSlip> = {}): LineSlip => ({
  t: textsIn(formTexts, language),
  words: textsIn(dropTexts, language),
  language,
  drop: drop(),
  settings: testRoot(language).settings,
  sale: '/football#packs',
  now: NOON,
  phase: { name: 'ready' },
  quantity: 2n,
  deposit: 83_300_000_000n,
  isFree: false,
  usd: { gross: '$49.98', net: '$49.98', off: '', each: '$24.99' },
  wax: (units) => formatWax(units, language).text,
  number: (value) => formatNumber(value, language),
  packs: (count) => textsIn(formTexts, language)('packsOf', { count: Number(count) }),
  ...changes,
})

const statusOf = (changes: Partial<LineStatus> = {}): LineStatus => ({
  ...{ place: 312, of: 1840, about: 12_000, isMoving: true, from: 1840, ...changes },
})

const later = (seconds: number, language: Language = 'en') => slipOf(language, { now: NOON + seconds * 1000 })

async function open(element: ReactElement, language?: Language) {
  const opened = await openPage(element, language)
  const { container } = opened
  return {
    ...opened,
    said: () => container.querySelector('[aria-live]')?.textContent,
    words: () => container.textContent ?? '',
    sentence: () => container.querySelector('[tabindex="-1"] .fh-hidden')?.textContent,
  }
}

const inLine = (status: Partial<LineStatus> = {}, slip = slipOf(), phase: 'queued' | 'sent' = 'queued') => (
  <InLine slip={slip} status={statusOf(status)} phase={phase} onLeave={async () => true} look={LOOK} />
)

beforeEach(() => {
  document.title = 'Opening Drive | Fieldhouse'
})
afterEach(async () => {
  await clearShown()
  stopBuzzer()
})

describe('a place has the ordinal of its language', () => {
  it.each([
    [1, '1st', '1.º'],
    [2, '2nd', '2.º'],
    [3, '3rd', '3.º'],
    [4, '4th', '4.º'],
    [11, '11th', '11.º'],
    [12, '12th', '12.º'],
    [13, '13th', '13.º'],
    [21, '21st', '21.º'],
    [112, '112th', '112.º'],
    [1203, '1,203rd', '1203.º'],
    [16_384, '16,384th', '16.384.º'],
  ])('%i: %s, %s', (place, english, spanish) => {
    expect([ordinal(place, slipOf()), ordinal(place, slipOf('es'))]).toEqual([english, spanish])
  })
})

describe('who has signed and waits', () => {
  it.each([
    ['en', "You're 312th of 1,840. About 12 seconds."],
    ['es', 'Tu puesto 312.º de 1840. Unos 12 segundos.'],
  ] as const)('reads one sentence: %s', async (language, sentence) => {
    const { sentence: read, container } = await open(inLine({}, slipOf(language)), language)
    expect(read()?.replaceAll('’', "'")).toBe(sentence)
    expect([...container.querySelectorAll('b')].map(({ textContent }) => textContent).join('')).toContain('312')
  })

  it.each([
    [59_001, 'About 1 minute.'],
    [61_000, 'About 2 minutes.'],
    [1, 'About 1 second.'],
    [0, 'Any moment now.'],
    [null, 'of 1,840. '],
  ])('reads how long still, rounded up: %s ms', async (about, words) => {
    const { sentence } = await open(inLine({ about }))
    expect(sentence()).toMatch(new RegExp(`${words.replaceAll('.', '\\.')}$`))
  })

  it('hears the place at each half of the way, at 10 and at 1, and at no other', async () => {
    const { render, said } = await open(inLine({ place: 1840 }))
    const heard: number[] = []
    for (const [index, place] of [1839, 920, 919, 460, 300, 230, 115, 60, 57, 29, 15, 14, 11, 10, 9, 2, 1].entries()) {
      const before = said()
      await render(inLine({ place }, later(index + 1)))
      if (said() !== before) heard.push(place)
    }
    expect(heard).toEqual([920, 460, 230, 115, 57, 15, 14, 10, 1])
    expect(said()).toMatch(/^You’re 1st of 1,840/)
  })

  it('sees the number change once a second at most', async () => {
    const { render, sentence } = await open(inLine())
    await render(inLine({ place: 300 }))
    expect(sentence()).toContain('312th')
    await render(inLine({ place: 290 }, later(1)))
    expect(sentence()).toContain('290th')
  })

  it('sees the ball go on with each place, for as long as the one before took, and never back', async () => {
    const { render, container } = await open(inLine({ place: 1000 }))
    const ball = () => {
      const { style } = container.querySelector('[data-moving]') as HTMLElement
      return [Number.parseFloat(style.getPropertyValue('--ball')), style.getPropertyValue('--span')] as const
    }
    const [start] = ball()
    await render(inLine({ place: 700 }, later(3)))
    const [next, span] = ball()
    expect(next).toBeGreaterThan(start)
    expect(span).toBe('3000ms')
    await render(inLine({ place: 900 }, later(4)))
    expect(ball()[0]).toBe(next)
    await render(inLine({ place: 1 }, later(5)))
    const [last] = ball()
    await render(inLine({ place: 1 }, later(6), 'sent'))
    expect(ball()[0]).toBeGreaterThan(last)
  })

  it('reads while all are held around the opening that one is in, with empty cells, and the page keeps its title', async () => {
    const { words, container } = await open(inLine({ place: null, about: null }))
    expect(words()).toContain('You are in')
    expect([...container.querySelectorAll('b')].filter(({ textContent }) => textContent === '\u00a0')).toHaveLength(4)
    expect(document.title).toBe('Opening Drive | Fieldhouse')
  })

  it('reads while the line stands still that the place is kept, and no time', async () => {
    const { words, sentence, container } = await open(inLine({ isMoving: false }))
    expect(sentence()).toContain('Paused. Your place is kept.')
    expect(words()).not.toContain('About')
    expect(container.querySelector('[data-moving="false"]')).not.toBeNull()
  })

  it('can leave, and is asked nothing', async () => {
    const leave = vi.fn(async () => true)
    const { press } = await open(
      <InLine slip={slipOf()} status={statusOf()} phase="queued" onLeave={leave} look={LOOK} />,
    )
    await press('Leave the line')
    expect(leave).toHaveBeenCalledOnce()
  })

  it.each([
    ['en', 'Paid only once the chain has it.', /nothing paid/i],
    ['es', 'No se paga hasta que la cadena lo tiene.', /no se paga nada/i],
  ] as const)(
    'once it is sent reads neither that it is paid nor that it is not: %s',
    async (language, text, unpaid) => {
      const { words, container } = await open(inLine({}, slipOf(language), 'sent'), language)
      expect(words()).toContain(text)
      expect(words()).not.toMatch(unpaid)
      expect(container.querySelector('button')).toBeNull()
    },
  )
})

describe("the tab's title", () => {
  it('counts, and is what it was afterwards', async () => {
    const { render } = await open(inLine())
    expect(document.title).toBe('312th, Opening Drive')
    await render(inLine({ place: 21 }, later(1)))
    expect(document.title).toBe('21st, Opening Drive')
    await render(inLine({ place: 21 }, later(2), 'sent'))
    expect(document.title).toBe('Opening Drive | Fieldhouse')
  })

  it('stays that of another page that is shown meanwhile', async () => {
    await open(inLine())
    document.title = 'FAQ | Fieldhouse'
    await clearShown()
    expect(document.title).toBe('FAQ | Fieldhouse')
  })
})

const ticket = (status: Partial<LineStatus> = {}, slip = slipOf(), left: bigint | null = 9980n) => (
  <Ticket
    slip={slip}
    status={statusOf({ place: 9204, of: 14_310, about: 221_000, from: 9300, ...status })}
    onLeave={() => {}}
    left={left}
  />
)

/** A browser that asks for notifications, and may sound. */
function browserThat(answer: NotificationPermission, sounds = true) {
  const asked = vi.fn(async () => answer)
  const notified = vi.fn()
  const started = vi.fn()
  class Notices {
    static requestPermission = asked
    constructor(title: string, options: NotificationOptions) {
      notified(title, options.body)
    }
  }
  const param = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  const node = { connect: () => {}, gain: param }
  vi.stubGlobal('Notification', Notices)
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      constructor() {
        if (!sounds) throw new Error('no sound')
      }
      resume = async () => {}
      close = async () => {}
      createGain = () => node
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class {
      connect = () => {}
      stop = () => {}
      start = started
    },
  )
  return { asked, notified, started }
}

describe('a ticket', () => {
  it.each([
    ['en', 'Your place 9,204 of 14,310', 'Nothing is signed yet, so nothing can be paid.', '9,980 packs are left.'],
    ['es', 'Tu puesto 9204 de 14.310', 'Aún no hay nada firmado, así que no se cobra nada.', 'quedan 9980 sobres.'],
  ] as const)('says the place, what is certain and what is not: %s', async (language, ...texts) => {
    const { words } = await open(ticket({}, slipOf(language)), language)
    for (const text of texts) expect(words()).toContain(text)
    expect(document.title).toBe(language === 'en' ? '9,204th, Opening Drive' : '9204.º, Opening Drive')
  })

  it('has minutes that are rounded up and only fall', async () => {
    const { render, words } = await open(ticket({ about: 181_000 }))
    expect(words()).toContain('in about 4 minutes')
    await render(ticket({ about: 179_000 }, later(1)))
    expect(words()).toContain('in about 3 minutes')
    await render(ticket({ about: 400_000 }, later(2)))
    expect(words()).toContain('in about 3 minutes')
    await render(ticket({ about: 10 }, later(3)))
    expect(words()).toContain('in about 1 minute.')
  })

  it('says no time that is not known, and none while the line stands still', async () => {
    const { render, words } = await open(ticket({ about: null }))
    expect(words()).toContain('We’ll ask you to sign at your turn.')
    await render(ticket({ isMoving: false }, later(1)))
    expect(words()).toContain('Paused. Your place is kept.')
    expect(words()).not.toContain('minute')
  })

  it('says nothing of packs that are without number', async () => {
    const { words } = await open(ticket({}, slipOf(), null))
    expect(words()).not.toContain('sell out')
  })

  it.each([
    ['granted', true, 'both', 'your browser notifies you'],
    ['denied', true, 'sound', 'Your browser does not notify you.'],
    ['granted', false, 'notice', 'This browser plays no sound.'],
    ['denied', false, 'none', 'This browser has no sound and no notifications.'],
  ] as const)(
    'asks whether it may notify when the buzzer is pressed, not before: %s',
    async (answer, sounds, state, text) => {
      const { asked } = browserThat(answer, sounds)
      const { words, button, press } = await open(ticket())
      expect(asked).not.toHaveBeenCalled()
      await press('Sound the buzzer on my turn')
      await eventually(() => expect(words()).toContain(text))
      expect([asked.mock.calls.length, buzzer.get()]).toEqual([1, state])
      // Where the slip is closed, or its page left, nobody hears of the turn.
      expect(words().includes('while you keep this order open')).toBe(state !== 'none')
      expect(button('Sound the buzzer on my turn').getAttribute('aria-pressed')).toBe('true')
      await press('Sound the buzzer on my turn')
      expect([words().includes(text), buzzer.get()]).toEqual([false, 'off'])
    },
  )
})

const turn = (left: number, isMissed = false, pressed = () => {}, again = () => {}) => (
  <YourTurn
    slip={slipOf()}
    look={LOOK}
    endsAt={NOON + left * 1000}
    onBuy={pressed}
    isMissed={isMissed}
    isPriceGone={false}
    onAgain={again}
  />
)

describe('at one’s turn', () => {
  it('the focus goes to the button, whose press has the wallet sign', async () => {
    const pressed = vi.fn()
    const { button, press } = await open(turn(47, false, pressed))
    expect(document.activeElement).toBe(button('Sign for 2 packs'))
    await press('Sign for 2 packs')
    expect(pressed).toHaveBeenCalledOnce()
    expect(document.title).toBe('Your turn, Opening Drive')
  })

  it.each(['en', 'es'] as const)('says no more seconds than are left to who comes to it late: %s', async (language) => {
    const { words } = await open(<YourTurn {...turn(12).props} slip={slipOf(language)} />, language)
    expect(words()).toContain('12')
    expect(words()).not.toContain('60')
  })

  it('two cells count, and it is said once, at 30 and at 10', async () => {
    const { render, said, container } = await open(turn(60))
    const heard = [said()]
    for (let left = 59; left > 0; left--) {
      await render(turn(left))
      if (said() !== heard.at(-1)) heard.push(said())
    }
    expect(heard).toEqual([
      'Your turn. 60 seconds to sign.',
      'Your turn. 30 seconds to sign.',
      'Your turn. 10 seconds to sign.',
    ])
    expect([...container.querySelectorAll('[role=timer] b')].map(({ textContent }) => textContent)).toEqual(['0', '1'])
  })

  it.each([
    ['en', 'The WAX price moved before the chain had your order, so it was refused. You paid nothing'],
    ['es', 'El precio de WAX cambió antes de que la cadena tuviera tu pedido y lo rechazó. No has pagado nada'],
  ] as const)('reads why it is asked again, and hears that once: %s', async (language, why) => {
    const again = (left: number) => <YourTurn {...turn(left).props} slip={slipOf(language)} isPriceGone />
    const { words, said, render: show } = await open(again(60), language)
    expect(words()).toContain(why)
    expect(said()).toContain(why)
    await show(again(30))
    expect(said()).not.toContain(why)
  })

  it('reads why a press in it bought nothing', async () => {
    const problem = { kind: 'moved', deposit: 2_106_000_000n, agreed: 2_020_000_000n } as const
    const { words } = await open(
      <YourTurn {...turn(40).props} slip={slipOf('en', { phase: { name: 'failed', problem } })} />,
    )
    // It may have moved on since: what is said is what another press buys at.
    expect(words()).toContain('The price moved to 833.00 WAX. Press again to buy at this price.')
  })

  it('sounds the buzzer once if it was asked for, and notifies who does not see the tab', async () => {
    const { notified, started } = browserThat('granted')
    const { press, render } = await open(ticket())
    await press('Sound the buzzer on my turn')
    await eventually(() => expect(buzzer.get()).toBe('both'))
    const tried = started.mock.calls.length
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await render(turn(60))
    expect(started.mock.calls.length).toBeGreaterThan(tried)
    expect(notified).toHaveBeenCalledExactlyOnceWith('Your turn, Opening Drive', 'Sign before time runs out.')
    soundBuzzer('again', '')
    expect(notified).toHaveBeenCalledOnce()
  })

  it('sounds before the browser is answered whether it may notify, as one that asks quietly never is', async () => {
    const { asked, started } = browserThat('granted')
    let answer = (_: NotificationPermission) => {}
    asked.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const { press, render } = await open(ticket())
    await press('Sound the buzzer on my turn')
    const tried = started.mock.calls.length
    await render(turn(60))
    expect(started.mock.calls.length).toBeGreaterThan(tried)
    await act(async () => answer('granted'))
    expect(buzzer.get()).toBe('off')
  })

  it('sounds at the next turn, and not for one that passed unseen', async () => {
    const { notified } = browserThat('granted')
    const { press, render } = await open(ticket())
    await press('Sound the buzzer on my turn')
    await eventually(() => expect(buzzer.get()).toBe('both'))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await render(turn(0, true))
    expect([notified.mock.calls.length, buzzer.get()]).toEqual([0, 'both'])
    await render(turn(60))
    expect(notified).toHaveBeenCalledExactlyOnceWith('Your turn, Opening Drive', 'Sign before time runs out.')
  })

  it('is silent for who did not ask', async () => {
    const { notified, started, asked } = browserThat('granted')
    await open(turn(60))
    expect([notified.mock.calls, started.mock.calls, asked.mock.calls]).toEqual([[], [], []])
  })

  it('says when the minute has passed that nothing was taken, and lines up again', async () => {
    const lineUp = vi.fn()
    const { render, words, said, button, press } = await open(turn(1))
    await render(turn(0, true, undefined, lineUp))
    expect(words()).toContain('Your minute is up. Nothing was taken.')
    expect(said()).toBe('Your minute is up. Nothing was taken.')
    expect(document.activeElement).toBe(button('Line up again'))
    await press('Line up again')
    expect(lineUp).toHaveBeenCalledOnce()
    expect(document.title).toBe('Opening Drive | Fieldhouse')
  })
})

const first = drop({ id: '6', name: 'First Snap', state: 'soon', startsAt: NOON + 2 * DAY })

const soldOut = (outcome: ClosedInLineProps['outcome'], drops = [first], language: Language = 'en') => (
  <ClosedInLine
    slip={slipOf(language, { drop: drop({ state: 'soldout', sold: 12_000n }) })}
    look={LOOK}
    outcome={outcome}
    place={88}
    drops={drops}
    pages="/football/drops"
  />
)

describe('sold out while in line', () => {
  it.each([
    ['neverSigned', 'You paid nothing. You never signed.'],
    ['void', 'You paid nothing. Your order was never sent, and its signature is void.'],
    ['neverSent', 'You paid nothing. Your order was never sent.'],
  ] as const)('says first that nothing was paid, and calls void what is expired alone: %s', async (outcome, text) => {
    const { container, words } = await open(soldOut(outcome))
    expect(document.activeElement?.textContent).toBe(`Sold out ${text}`)
    expect(words().includes('void')).toBe(outcome === 'void')
    expect(container.querySelector('dl')?.textContent).toBe('Your place when it ended88thLeft0of 12,000')
  })

  it('has the next pack with its clock, a date for the calendar and its page', async () => {
    const { container, words } = await open(soldOut('neverSigned'))
    expect(container.querySelector('[role=timer]')?.textContent).toMatch(/^[12] days? /)
    const link = container.querySelector('a[download="first-snap.ics"]')
    expect(link?.textContent).toBe('Remind me')
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toContain('SUMMARY:First Snap: the sale opens')
    expect(container.querySelector('a[href="/football/drops/6"]')?.textContent).toBe('See First Snap, $24.99')
    expect(words()).toContain('Next pack')
  })

  it('leads to a pack that is on sale already, and to the others where there is no next one', async () => {
    const { container, render } = await open(soldOut('neverSigned', [{ ...first, state: 'live' }], 'es'), 'es')
    expect(container.querySelector('a')?.textContent).toBe('Ver First Snap, $24,99')
    expect(container.textContent).toContain('Ya a la venta')
    await render(soldOut('neverSigned', [], 'es'))
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/football#packs')
  })
})
