// @vitest-environment jsdom
import { keptBasket } from '@fieldhouse/chain-data/purchase'
import { afterEach, expect, it, vi } from 'vitest'
import { choosePartner, codeOf, forgetLanding, partnerCode, partnerOf } from './partner'

afterEach(() => {
  forgetLanding()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

it.each([
  ['buzzer', 'buzzer'],
  [' Buzzer ', 'buzzer'],
  ['a.b5', 'a.b5'],
  ['thirteenchars', ''],
  ['b6', ''],
  ['<b>', ''],
  ['', ''],
])('takes %j for the code %j', (written, code) => {
  expect(codeOf(written)).toBe(code)
})

it.each(['', 'huddle'])(
  'takes the code of the link, keeps it, and does not bring it back for %j: nor does a reload',
  (chosen) => {
    history.replaceState({ entry: 7 }, '', '/football?partner=Buzzer&view=teams')
    expect([partnerCode(), keptBasket().partner]).toEqual(['buzzer', 'buzzer'])
    choosePartner(chosen)
    expect(partnerCode()).toBe(chosen)
    forgetLanding()
    expect([partnerCode(), location.search, history.state]).toEqual([chosen, '?view=teams', { entry: 7 }])
  },
)

it('takes the code of the page that the visit began with, whatever is shown by now', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'https://fieldhouse.example/football/blog?partner=huddle' },
  ] as PerformanceEntry[])
  expect(partnerCode()).toBe('huddle')
})

it('keeps the code of before when a link has none, or what is no code', () => {
  localStorage.setItem('fieldhouse.basket', JSON.stringify({ version: 1, value: { packs: {}, partner: 'huddle' } }))
  history.replaceState(null, '', '/football?partner=%3Cscript%3E')
  expect(partnerCode()).toBe('huddle')
})

const partner = (changes: object = {}) => ({
  ...{ code: 'buzzer', account: 'buzzerclub11', label: 'Buzzer Club', shareBps: 300, discountBps: 1000, uses: 0n },
  ...{ isActive: true, startsAt: null, endsAt: null },
  ...changes,
})

it.each([
  ['none', '', [partner()]],
  ['reading', 'buzzer', null],
  ['unknown', 'huddle', [partner()]],
  ['closed', 'buzzer', [partner({ isActive: false })]],
  ['closed', 'buzzer', [partner({ startsAt: 2000 })]],
  ['closed', 'buzzer', [partner({ endsAt: 1000 })]],
  ['open', 'buzzer', [partner({ startsAt: 1000, endsAt: 1001 })]],
] as const)('knows that a code is %s', (state, code, partners) => {
  expect(partnerOf(code, partners, 1000).state).toBe(state)
})
