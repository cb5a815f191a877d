import { expect, it } from 'vitest'
import { network } from '../testing/network'
import { purchaseActions } from './quote'

const order = {
  network: { ...network, gameContract: 'gamecontract', token: 'eosio.token' },
  buyer: 'alice.wam',
  drop: { id: '18446744073709551615' },
  quantity: 3n,
  median: 598n,
  partner: null,
  deposit: 501_17056857n,
}

it('pays the deposit, then buys for it', () => {
  expect(purchaseActions(order)).toEqual([
    {
      account: 'eosio.token',
      name: 'transfer',
      data: { from: 'alice.wam', to: 'gamecontract', quantity: '501.17056857 WAX', memo: 'deposit' },
    },
    {
      account: 'gamecontract',
      name: 'buypack',
      data: {
        buyer: 'alice.wam',
        drop_id: '18446744073709551615',
        amount: '3',
        intended_delphi_median: '598',
        partner_code: '',
      },
    },
  ])
})

it('takes the contracts of the network', () => {
  const actions = purchaseActions({
    ...order,
    network: { ...network, gameContract: 'othergame', token: 'other.token' },
  })
  expect(actions.map(({ account }) => account)).toEqual(['other.token', 'othergame'])
  expect(actions[0]?.data.to).toBe('othergame')
})

it("names the partner's code", () => {
  const [, buy] = purchaseActions({ ...order, partner: { code: 'hailmary' } })
  expect(buy?.data.partner_code).toBe('hailmary')
})

it('deposits nothing for what costs nothing: a transfer must be of something', () => {
  expect(purchaseActions({ ...order, deposit: 0n }).map(({ name }) => name)).toEqual(['buypack'])
})

it('refuses a deposit that no token can have', () => {
  expect(() => purchaseActions({ ...order, deposit: 2n ** 62n })).toThrow(RangeError)
})
