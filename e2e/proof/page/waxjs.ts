import { WaxJS } from '@waxio/waxjs/dist'
import { type Outcome, transfer, type Visit } from './outcome'

/** waxjs as its readme uses it: its own broadcast, through the popups of the Cloud Wallet. */
export async function waxjs({ cloudWallet, memo }: Visit): Promise<Outcome> {
  const wax = new WaxJS({ rpcEndpoint: location.origin, tryAutoLogin: false, waxSigningURL: cloudWallet })
  const account = await wax.login()
  const result = (await wax.api.transact(
    { actions: [transfer(account, 'active', memo)] },
    { blocksBehind: 3, expireSeconds: 180 },
  )) as { transaction_id: string }
  return { account, permission: 'active', transactionId: result.transaction_id }
}
