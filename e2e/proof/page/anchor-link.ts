import Link, { type LinkTransport } from 'anchor-link'
import { type Outcome, transfer, type Visit } from './outcome'

/** Logs in through the link service, then signs over the session's channel. */
export async function anchorLink({ chainId, linkService, memo }: Visit): Promise<Outcome> {
  const transport: LinkTransport = {
    onRequest: (request) => void window.handOver(request.encode()),
    // A session's request goes over its channel: nothing is handed over by hand.
    onSessionRequest: () => {},
    onSuccess: () => {},
    onFailure: () => {},
  }
  const link = new Link({
    transport,
    chains: [{ chainId, nodeUrl: location.origin }],
    service: linkService,
    storage: null,
    verifyProofs: true,
  })
  const { session } = await link.login('fieldhouse-proof')
  if (session.type !== 'channel')
    throw new Error(`the session is of type ${session.type}, so nothing goes over a channel`)
  const { actor, permission } = session.auth
  const result = await session.transact({ actions: [transfer(String(actor), String(permission), memo)] })
  return { account: String(actor), permission: String(permission), transactionId: String(result.transaction.id) }
}
