import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import type { Signed, SignedTransaction, User, Wallet } from '../wallet'
import { makeTransaction } from './make-transaction'
import { push } from './push'
import { freshChain, makeContext, newKey, purchase } from './testing/context'
import { assertion, failure } from './testing/gateway'
import { sign } from './testing/sign'
import { transact } from './transact'

const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'anchor' }

const setUp = () => {
  const { context, gateway } = makeContext()
  const key = newKey()
  const onOutcome = vi.fn<NonNullable<Signed['onOutcome']>>()
  const wallet: Wallet = {
    name: 'anchor',
    login: async () => alice,
    logout: async () => {},
    sign: async (context, user, actions) => {
      const { serialized } = await makeTransaction(context, user, await actions(), 180)
      return { serializedTransaction: serialized, signatures: [sign(serialized, key)], onOutcome }
    },
  }
  const buy = () => transact(context, wallet, alice, { actions: async () => purchase() })
  return { context, gateway, wallet, onOutcome, buy }
}

freshChain()

describe('transact', () => {
  it('turns to the wallet in the click, before anything is awaited', async () => {
    const { wallet, buy } = setUp()
    const sign = vi.spyOn(wallet, 'sign')
    const done = buy()
    expect(sign).toHaveBeenCalledOnce()
    await done
  })

  it('says that a page without https cannot sign, and shows the wallet no transaction', async () => {
    const { buy, gateway } = setUp()
    vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never)
    await expect(buy()).rejects.toMatchObject({ kind: 'insecure' })
    expect(gateway.calls).toEqual([])
  })

  it('says when it was signed, before it is sent', async () => {
    const { context, wallet, gateway } = setUp()
    const onSigned = vi.fn(() => expect(gateway.named('send_transaction')).toEqual([]))
    await transact(context, wallet, alice, { actions: async () => purchase(), onSigned })
    expect(onSigned).toHaveBeenCalledOnce()
  })

  it('hands out what was signed: sent again, by another page, it is the same transaction and lands once', async () => {
    const { context, wallet, gateway } = setUp()
    const onSigned = vi.fn<(signed: SignedTransaction) => void>()
    const { transactionId } = await transact(context, wallet, alice, { actions: async () => purchase(), onSigned })
    const [signed] = onSigned.mock.calls[0] as [SignedTransaction]
    const [landed] = gateway.landed
    expect(signed).toMatchObject({
      transactionId,
      signatures: [expect.stringMatching(/^SIG_K1_/)],
      expiresAt: Date.parse(`${landed?.expiration}Z`),
    })
    expect(await push(context, signed)).toMatchObject({ state: { name: 'sent' } })
    expect(gateway.landed).toHaveLength(1)
    expect(gateway.named('send_transaction').map(({ text }) => text)).toEqual(
      Array(2).fill(gateway.named('send_transaction')[0]?.text),
    )
  })

  it('tells the wallet what landed', async () => {
    const { buy, onOutcome } = setUp()
    const landed = await buy()
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ landed })
  })

  it("tells the wallet the node's own words, and asks for the actions anew the next time", async () => {
    const { buy, onOutcome, gateway } = setUp()
    gateway.next('send_transaction', () => assertion('Sold out'))
    const error = await buy().catch((error) => error)
    expect(error).toMatchObject({ kind: 'chain', detail: 'Sold out' })
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ error })
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

  it('makes another transaction of what landed, when the head is still the same', async () => {
    const { buy, gateway } = setUp()
    const first = await buy()
    const second = await buy()
    const third = await buy()
    expect(new Set([first, second, third].map(({ transactionId }) => transactionId)).size).toBe(3)
    expect(gateway.landed).toHaveLength(3)
  })

  it('does not fail with the dialogs of the wallet', async () => {
    const { buy, onOutcome } = setUp()
    onOutcome.mockImplementationOnce(() => {
      throw new Error('no dialog')
    })
    expect(await buy()).toMatchObject({ block: 1001 })
  })

  it('sends nothing that carries no signature, says nothing of sending it, and tells the wallet', async () => {
    const { context, wallet, gateway, onOutcome } = setUp()
    wallet.sign = async () => ({ serializedTransaction: new Uint8Array(), signatures: [], onOutcome })
    const onSigned = vi.fn()
    const bought = transact(context, wallet, alice, { actions: async () => purchase(), onSigned })
    const error = await bought.catch((error) => error)
    expect(error.kind).toBe('no-signature')
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ error })
    expect(onSigned).not.toHaveBeenCalled()
    expect(gateway.calls).toEqual([])
  })

  it.each([
    ['used-up CPU', () => failure(500, 3080004, 'tx_cpu_usage_exceeded', 'billed CPU time'), 'fee-declined'],
    ['used-up RAM', () => failure(500, 3080001, 'ram_usage_exceeded', 'insufficient ram'), 'fee-declined'],
    ['a busy chain', () => failure(500, 3080006, 'deadline_exception', 'deadline exceeded'), 'resources'],
    ['a sale that is over', () => assertion('Sold out'), 'chain'],
  ])('blames the declined fee for %s only if it is to blame', async (_, answer, kind) => {
    const { buy, wallet, gateway, onOutcome } = setUp()
    const { sign } = wallet
    wallet.sign = async (...asked) => ({ ...(await sign(...asked)), isFeeDeclined: true })
    gateway.next('send_transaction', answer)
    const error = await buy().catch((error) => error)
    expect(error.kind).toBe(kind)
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ error })
  })

  it.each([
    ['an error of its own', new WalletError('cancelled', 'User canceled request'), 'cancelled'],
    ['an error of a library', new Error('Unable to verify identity (Invalid proof)'), 'identity'],
    ['a text', 'user closed the window', 'popup-closed'],
    ['nothing', undefined, 'unknown'],
  ])('rejects with a WalletError when the wallet threw %s', async (_, thrown, kind) => {
    const { buy, wallet, onOutcome } = setUp()
    wallet.sign = () => Promise.reject(thrown)
    const error = await buy().catch((error) => error)
    expect(error).toBeInstanceOf(WalletError)
    expect(error.kind).toBe(kind)
    expect(onOutcome).not.toHaveBeenCalled()
  })
})
