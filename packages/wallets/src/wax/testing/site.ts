import { expect, vi } from 'vitest'
import { WalletError } from '../../errors/wallet-error'
import { makeContext, newKey, purchase } from '../../transaction/testing/context'
import { outcome } from '../../transaction/testing/outcome'
import { transact } from '../../transaction/transact'
import type { User } from '../../wallet'
import { wallet } from '../cloud'
import { Browser } from './browser'
import { obliging } from './wallet'

export const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'wax' }

/** A page in a browser with an obliging Cloud Wallet, and a chain that knows its key. */
export const setUp = () => {
  const { gateway, context } = makeContext()
  const key = newKey()
  gateway.keys.set('alice.wam', key.public)
  const browser = new Browser()
  browser.wallet = obliging(key)
  vi.spyOn(window, 'open').mockImplementation((address, name) => browser.open(String(address), name))
  const login = () => browser.click(() => wallet.login(context))
  const buy = (actions = async () => purchase()) => browser.click(() => transact(context, wallet, alice, { actions }))
  return { gateway, context, key, browser, login, buy }
}

/** The error with which it ended. */
export const errorOf = (promise: Promise<unknown>): Promise<WalletError> =>
  outcome(promise).then(
    (value) => {
      throw new Error(`it came out well: ${JSON.stringify(value)}`)
    },
    (error) => {
      expect(error).toBeInstanceOf(WalletError)
      return error
    },
  )
