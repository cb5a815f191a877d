// @vitest-environment jsdom

import { LANGUAGES } from '@fieldhouse/contract'
import type { EditionLook } from '@fieldhouse/design'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, markupOf, show } from '@fieldhouse/edition-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OwnDrop } from '../drop-page/OwnDrop'
import { StillRate, StillSlip } from '../drop-page/StillSlip'
import { SaleSection } from '../pack-sale/SaleSection'
import { BuyLink } from '../purchase/BuyButton'
import { alice, setUser } from '../testing/fake-wallet'
import { Drop } from './Drop'
import { DropPanel, type DropPanelProps } from './DropPanel'
import { DROP_VARIANTS, type DropFields, type DropPrice, type DropVariant, dropMarks } from './fields'
import { dropPartials } from './partials'
import { stillTexts } from './still-texts'
import { dropTexts } from './texts'

/** Since when a name could not be read. */
const since = vi.hoisted((): { rowDrops?: number; medianPrice?: number } => ({}))

vi.mock('@fieldhouse/chain-data', async (original) => ({
  ...((await original()) as object),
  useUnreadSince: (name: keyof typeof since) => since[name] ?? null,
  useRemaining: (target: string) => Date.parse(target) - Date.parse('2026-11-20T12:00:00Z'),
}))

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

afterEach(async () => {
  await clearShown()
  setUser(null)
  delete since.rowDrops
  delete since.medianPrice
})

const LOOK: EditionLook = { edition: 'football', side: 11, packLines: 'M0 0H300', sectionMark: (index) => [index, 0] }

const drop = (fields: Partial<DropFields> = {}): DropFields => ({
  id: '101',
  name: 'Opening Drive',
  description: 'Five cards.',
  descriptionLanguage: 'en',
  usd: '24.99',
  usdWhole: '24',
  usdCents: '99',
  wax: '512.40',
  waxWhole: '512',
  waxCents: '40',
  left: '1,204',
  total: '3,000',
  percentLeft: '40',
  startsAt: '2026-11-22T14:00:00.000Z',
  endsAt: '2026-11-27T14:00:00.000Z',
  startsText: '22 Nov 2026, 14:00 UTC',
  endsText: '27 Nov 2026, 14:00 UTC',
  pause: 'We look at the price feed.',
  least: '3',
  cards: '8',
  print: '1',
  ...fields,
})

describe('the partials of drops', () => {
  const { drops: partials, drop: own } = dropPartials(LOOK, '/test/drops')
  const all = Object.entries({
    ...partials,
    ...Object.fromEntries(Object.entries(own).map(([name, of]) => [`${name}, own`, of])),
  })

  it('has each variant, each as the first of the list too, and the empty one', () => {
    const priced = ['live', 'live-open', 'soon'].flatMap((state) =>
      ['wax', 'free', 'other'].map((price) => `${state}-${price}`),
    )
    const names = [...DROP_VARIANTS, ...priced].flatMap((variant) => [variant, `${variant}-lead`])
    expect(Object.keys(partials).sort()).toEqual([...names, 'empty'].sort())
    const paused = ['wax', 'free', 'other'].map((price) => `live-paused-${price}`)
    expect(Object.keys(own).sort()).toEqual([...DROP_VARIANTS, ...priced, ...paused].sort())
    // The most that the gateway takes of a list.
    expect(names.length + 1).toBeLessThanOrEqual(32)
  })

  const SHOWN = {
    live: 'id name usd wax percentLeft left total',
    'live-lead': 'name description descriptionLanguage usd usdWhole usdCents wax percentLeft left total endsText',
    'live-open': 'name usd wax',
    'live-paused': 'name usd wax percentLeft left total pause',
    'live-paused-lead': 'name description usd wax left pause',
    'live-wax': 'name wax left',
    'live-wax-lead': 'name wax waxWhole waxCents left endsText',
    'live-free-lead': 'name left endsText',
    'live-other-lead': 'name left endsText',
    'soon-wax': 'name wax startsText',
    'live-open-lead': 'name usdWhole endsText',
    soon: 'name usd wax startsAt startsText total',
    'soon-lead': 'name description startsText total',
    soldout: 'name left total',
    'soldout-lead': 'name description left total',
    ended: 'name left total',
    'ended-lead': 'name left total',
  }

  it.each(Object.entries(SHOWN))('%s shows its fields as marks', (variant, fields) => {
    for (const language of LANGUAGES) {
      const markup = markupOf(partials[variant]?.() ?? <i />, language)
      for (const field of fields.split(' ')) expect(markup).toContain(`@item/${field}@`)
      expect(markup).not.toContain('style=')
      // Times stand as text: a clock would need the time of the visit.
      expect(markup).not.toContain('role="timer"')
    }
  })

  it('is, filled in, what the live form is to a visitor whose clocks have not begun', async () => {
    const fields = drop()
    const filled = (markup: string) =>
      markup.replaceAll(/@item\/(\w+)@/g, (mark, name: keyof DropFields) => fields[name] ?? mark)
    for (const variant of DROP_VARIANTS) {
      for (const lead of [false, true]) {
        const live = { look: LOOK, pages: '/test/drops', variant, fields, lead }
        const button = <BuyLink id={fields.id} name={fields.name} isOutlined={!lead} />
        const partial = markupOf(partials[lead ? `${variant}-lead` : variant]?.() ?? <i />)
        expect(filled(partial)).toBe(markupOf(<Drop {...live} button={button} />))
        if (lead)
          expect(filled(markupOf(own[variant]?.() ?? <i />))).toBe(
            filled(
              markupOf(
                <OwnDrop variant={variant} fields={fields} rate={<StillRate />}>
                  <StillSlip variant={variant} fields={fields} />
                </OwnDrop>,
              ),
            ),
          )
      }
    }
  })

  it.each([
    [
      'live',
      'en',
      ['Sends @item/wax@ WAX from your account', 'at @item/rate@ a WAX', 'Up to 1% more, @item/agreed@ WAX'],
    ],
    [
      'live-wax',
      'es',
      ['Se envían @item/wax@ WAX de tu cuenta', 'Te llevas 1 sobre de @item/name@', 'El precio es fijo'],
    ],
    ['live-free', 'en', ['It does one thing:', 'TotalFree']],
  ] as const)('has the order slip of one pack from the start, whole: %s, %s', (name, language, words) => {
    const page = document.createElement('div')
    page.innerHTML = markupOf(own[name]?.() ?? <i />, language)
    for (const said of [...words, '@setting/network.gameContract@::buypack', '@item/accountLimit@'])
      expect(page.textContent).toContain(said)
    expect(page.querySelector('button, input')).toBeNull()
  })

  it.each(LANGUAGES)('has a button on what can be bought now, and on nothing else: %s', (language) => {
    setUser(alice)
    for (const [name, partial] of all) {
      const buttons = markupOf(partial(), language).match(/<a [^>]*href="#.*?<\/a>/g) ?? []
      expect(buttons).toHaveLength(
        !name.startsWith('live') || /-other|-paused/.test(name) ? 0 : name.endsWith(', own') ? 2 : 1,
      )
      // Who is logged in is the browser's to know.
      for (const button of buttons) expect(button).toContain(language === 'en' ? 'Login to Buy' : 'Entra y compra')
      for (const button of buttons) expect(button).toContain(dropMarks().name)
    }
  })

  it("links a drop's name to its page, and in its page says neither name nor description again", () => {
    for (const variant of DROP_VARIANTS) {
      const link = '<a href="/test/drops/@item/id@">@item/name@</a></h3>'
      for (const name of [variant, `${variant}-lead`]) expect(markupOf(partials[name]?.() ?? <i />)).toContain(link)
      const markup = markupOf(own[variant]?.() ?? <i />)
      expect(markup).not.toMatch(/<h[12]|<h3[^>]*>@item|@item\/description@|\/test\/drops/)
    }
  })

  it('puts no mark where the escaping of text and quoted attributes would not hold', () => {
    for (const [, partial] of all) {
      const markup = markupOf(partial())
      expect(markup.replaceAll(/="[^"]*"/g, '').match(/<[^>]*@item/)).toBeNull()
    }
  })
})

/** A drop in a list, priced in dollars unless said otherwise. */
const shown = (variant: DropVariant, fields?: Partial<DropFields>, price: DropPrice = 'usd') => ({
  ...{ variant, price, fields: drop(fields) },
})

const panel = (drops: DropPanelProps['drops'], props: Partial<DropPanelProps> = {}) => (
  <DropPanel look={LOOK} drops={drops} {...props} />
)

describe('the live panel', () => {
  it('shows a drop of each state by word', async () => {
    const words = {
      live: 'Sale is live!',
      'live-paused': 'Sale paused',
      soon: 'Opens in',
      soldout: 'Sold out',
      ended: 'Sale over',
    } as const
    for (const [variant, word] of Object.entries(words)) {
      const { container } = await show(panel([shown(variant as DropVariant)]))
      expect(container.querySelector('article')?.textContent).toContain(word)
    }
  })

  it.each([
    ['en', '1 of 1 left', 'Packs: 1'],
    ['es', 'Por vender: 1 de 1', 'Sobres: 1'],
  ] as const)('has words that are right for one pack: %s', async (language, left, packs) => {
    const one = { left: '1', total: '1' }
    const { container } = await show(panel([shown('live', one), shown('soon', { ...one, id: '102' })]), language)
    expect(container.textContent).toContain(left)
    expect(container.textContent).toContain(packs)
  })

  it('runs a clock to the start of what opens soon, and to the end of the first live one', async () => {
    const { container } = await show(panel([shown('live'), shown('soon', { id: '102' })]))
    const timers = [...container.querySelectorAll('[role=timer]')].map((timer) => timer.textContent)
    expect(timers).toEqual(['7 days 2 hours 0 minutes', '2 days 2 hours 0 minutes'])
  })

  it('says when there is nothing on sale, and shows skeletons while it does not know', async () => {
    const { container, render } = await show(panel(null))
    expect(container.textContent).toContain(dropTexts.en.wait)
    await render(panel([]))
    expect(container.textContent).toContain(dropTexts.en.emptyTitle)
    expect(container.textContent).not.toContain(dropTexts.en.wait)
  })

  it('says which sale opened or closed to those who hear the page, in a place that the clock does not take along', async () => {
    const { container, render } = await show(panel([shown('soon')]))
    const region = container.querySelector('article [role=status]')
    const states = [region?.textContent]
    for (const variant of ['live', 'soldout', 'ended'] as const) {
      await render(panel([shown(variant)]))
      expect(container.querySelector('article [role=status]')).toBe(region)
      states.push(region?.textContent)
    }
    expect(states).toEqual([
      'Opening Drive: Opens in',
      'Opening Drive: Sale is live!',
      'Opening Drive: Closed',
      'Opening Drive: Closed',
    ])
  })

  it('hands on which drop is to be bought', async () => {
    const bought: string[] = []
    const drops = [shown('live'), shown('live-open', { id: '102' })]
    const { container } = await show(panel(drops, { onBuy: (id) => bought.push(id) }))
    for (const button of container.querySelectorAll('button')) button.click()
    expect(bought).toEqual(['101', '102'])
  })

  it.each([
    ['usd', '$24.99 USD', 'Login to Buy'],
    ['wax', '512.40 WAX', 'Login to Buy'],
    ['free', 'Free', 'Login to Buy'],
    ['other', 'Priced in another token', 'Cannot be bought here'],
  ] as const)('shows what a drop priced in %s costs, large and small', async (price, amount, then) => {
    const rest = [shown('live', { id: '102' }, price), shown('soon', { id: '103' }, price)]
    const { container } = await show(panel([shown('live', {}, price), ...rest]))
    const [lead, row, soon] = [...container.querySelectorAll('article')].map(({ textContent }) => textContent)
    for (const text of [lead, row]) expect(text).toContain(then)
    for (const text of [lead, row, soon]) {
      expect(text).toContain(amount)
      expect(text?.includes('$')).toBe(price === 'usd')
    }
    expect(container.querySelectorAll('button')).toHaveLength(price === 'other' ? 0 : 2)
  })

  const SINCE = Date.UTC(2026, 10, 27, 14, 5)

  it.each([
    ['en', 'No word from the chain', 'Since 27 Nov 2026, 14:05 UTC the packs on sale cannot be read.'],
    ['es', 'La cadena no responde', 'Desde el 27 nov 2026, 14:05 UTC no se pueden leer los sobres a la venta.'],
  ] as const)('says what is missing and since when in place of the skeletons: %s', async (language, title, text) => {
    const { container, render } = await show(panel(null), language)
    const region = container.querySelector('[role=status]')
    expect([region?.textContent, container.textContent]).toEqual([
      '',
      expect.stringContaining(dropTexts[language].wait),
    ])
    since.rowDrops = SINCE
    await render(panel(null))
    // Said politely, by the region that was there before.
    expect(container.querySelector('[role=status]')).toBe(region)
    await eventually(() => expect(region?.textContent).toContain(title))
    expect(region?.textContent).toContain(text)
    expect(container.textContent).not.toContain(dropTexts[language].wait)
    delete since.rowDrops
    await render(panel([]))
    expect([region?.textContent, container.textContent]).toEqual([
      '',
      expect.stringContaining(dropTexts[language].emptyTitle),
    ])
  })

  it.each([
    ['en', 'rowDrops', 'We cannot reach the chain. What you see is from 27 Nov 2026, 14:05 UTC.'],
    ['es', 'rowDrops', 'No llegamos a la cadena. Lo que ves es del 27 nov 2026, 14:05 UTC.'],
    ['en', 'medianPrice', 'Since 27 Nov 2026, 14:05 UTC the price of WAX cannot be read.'],
    ['es', 'medianPrice', 'Desde el 27 nov 2026, 14:05 UTC no se puede leer el precio de WAX.'],
  ] as const)('says of what moment the list is, or its prices: %s, %s', async (language, name, text) => {
    since[name] = SINCE
    const { container } = await show(panel([shown('live')]), language)
    await eventually(() => expect(container.querySelector('[role=status]')?.textContent).toContain(text))
    expect(container.querySelectorAll('article')).toHaveLength(1)
  })

  it.each(LANGUAGES)(
    'says without script that the packs could not be read, where the slot is empty: %s',
    (language) => {
      const section = <SaleSection look={LOOK}>{panel(null)}</SaleSection>
      expect(markupOf(section, language)).toContain(stillTexts[language].unread)
    },
  )

  it('draws what is left as an attribute', async () => {
    const { container } = await show(panel([shown('live')]))
    expect(container.querySelector('rect')?.getAttribute('width')).toBe('40')
    expect(container.innerHTML).not.toContain('style=')
  })

  it('is prerendered as an empty slot with skeletons behind it', () => {
    const markup = markupOf(panel(null))
    expect(markup).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
    expect(markup).toContain(dropTexts.en.wait)
  })
})
