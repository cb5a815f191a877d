import { Wombat } from 'ual-wombat'
import { type Outcome, transfer, type Visit } from './outcome'

/** ual-wombat in the wallet's own browser, where a provider stands in the page. */
export async function wombat({ chainId, memo }: Visit): Promise<Outcome> {
  const { protocol, hostname, port } = location
  const chain = { chainId, rpcEndpoints: [{ protocol: protocol.replace(':', ''), host: hostname, port: Number(port) }] }
  const authenticator = new Wombat([chain], { appName: 'fieldhouse-proof' })
  await authenticator.init()
  if (authenticator.isErrored()) throw authenticator.getError()
  const [user] = await authenticator.login()
  if (!user) throw new Error('ual-wombat logged nobody in')
  const account = await user.getAccountName()
  const pushed = await user.signTransaction(
    { actions: [transfer(account, 'active', memo)] },
    { broadcast: true, blocksBehind: 3, expireSeconds: 30 },
  )
  if (!pushed.transactionId) throw new Error('ual-wombat reports no transaction')
  return { account, permission: 'active', transactionId: pushed.transactionId }
}
