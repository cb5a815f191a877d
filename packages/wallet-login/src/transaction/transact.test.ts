import { beforeEach, describe, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import type { User, Wallet } from '../wallets/wallet'
import { forgetAbis } from './abis'
import { forgetRefusals } from './header'
import { makeTransaction } from './make-transaction'
import { makeContext, newKey, purchase } from './testing/context'
import { assertion } from './testing/gateway'
import { sign } from './testing/sign'
import { transact } from './transact'

const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'anchor' }

const setUp = () => {
  const { context, gateway } = makeContext()
  const key = newKey()
  const settle = vi.fn(async (..._: Parameters<NonNullable<Wallet['settle']>>) => {})
  const wallet: Wallet = {
    name: 'anchor',
    login: async () => alice,
    logout: async () => {},
    settle,
    sign: async (context, user, actions) => {
      const { serialized } = await makeTransaction(context, user, await actions(), 180)
      return { serializedTransaction: serialized, signatures: [sign(serialized, key)] }
    },
  }
  const buy = () => transact(context, wallet, alice, { actions: async () => purchase() })
  return { context, gateway, wallet, settle, buy }
}

beforeEach(forgetAbis)
beforeEach(forgetRefusals)

describe('transact', () => {
  it('turns to the wallet in the click, before anything is awaited', async () => {
    const { wallet, buy } = setUp()
    const sign = vi.spyOn(wallet, 'sign')
    const done = buy()
    expect(sign).toHaveBeenCalledOnce()
    await done
  })

  it('says when it was signed, before it is sent', async () => {
    const { context, wallet, gateway } = setUp()
    const onSigned = vi.fn(() => expect(gateway.named('send_transaction')).toEqual([]))
    await transact(context, wallet, alice, { actions: async () => purchase(), onSigned })
    expect(onSigned).toHaveBeenCalledOnce()
  })

  it('tells the wallet what landed', async () => {
    const { buy, settle, context } = setUp()
    const landed = await buy()
    expect(settle).toHaveBeenCalledExactlyOnceWith(context, { landed })
  })

  it("tells the wallet the node's own words, and asks for the actions anew the next time", async () => {
    const { buy, settle, gateway, context } = setUp()
    gateway.next('send_transaction', () => assertion('Sold out'))
    const error = await buy().catch((error) => error)
    expect(error).toMatchObject({ kind: 'chain', detail: 'Sold out' })
    expect(settle).toHaveBeenCalledExactlyOnceWith(context, { error })
    expect(await buy()).toMatchObject({ block: 1001 })
  })

  it('makes another transaction of what was refused, when the head is still the same', async () => {
    const { buy, gateway } = setUp()
    for (const _ of [1, 2]) {
      gateway.next('send_transaction', () => assertion('Sold out'))
      await expect(buy()).rejects.toMatchObject({ kind: 'chain' })
    }
    await buy()
    const sent = gateway.named('send_transaction').map(({ body }) => (body as { packed_trx: string }).packed_trx)
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(3)
  })

  it('does not wait for the dialogs of the wallet, nor fail with them', async () => {
    const { buy, settle } = setUp()
    settle.mockReturnValueOnce(new Promise(() => {}))
    expect(await buy()).toMatchObject({ block: 1001 })
    settle.mockRejectedValueOnce(new Error('no dialog'))
    expect(await buy()).toMatchObject({ block: 1001 })
  })

  it('sends nothing that carries no signature', async () => {
    const { buy, wallet, gateway } = setUp()
    wallet.sign = async () => ({ serializedTransaction: new Uint8Array(), signatures: [] })
    await expect(buy()).rejects.toMatchObject({ kind: 'no-signature' })
    expect(gateway.calls).toEqual([])
  })

  it.each([
    ['an error of its own', new WalletError('cancelled', 'User canceled request'), 'cancelled'],
    ['an error of a library', new Error('Unable to verify identity (Invalid proof)'), 'identity'],
    ['a text', 'user closed the window', 'popup-closed'],
    ['nothing', undefined, 'unknown'],
  ])('rejects with a WalletError when the wallet threw %s', async (_, thrown, kind) => {
    const { buy, wallet, settle } = setUp()
    wallet.sign = () => Promise.reject(thrown)
    const error = await buy().catch((error) => error)
    expect(error).toBeInstanceOf(WalletError)
    expect(error.kind).toBe(kind)
    expect(settle).not.toHaveBeenCalled()
  })
})
