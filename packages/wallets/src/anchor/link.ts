import {
  ABI,
  type ABIDef,
  APIClient,
  Bytes,
  FetchProvider,
  type Name,
  type PermissionLevel,
  Serializer,
} from '@greymass/eosio'
import { Link, LinkChain, type LinkSession, type LinkTransport, type TransactResult } from 'anchor-link'
import type { SigningRequest } from 'eosio-signing-request'
import type { Attempt } from '../signing/signing'
import { READ_TIMEOUT, rawAbi } from '../transaction/node'
import type { WalletContext } from '../wallet'
import { checkAnswer } from './check-answer'
import { CallbackService } from './link-service'
import { Transport } from './transport'

/**
 * anchor-link as it is used for one login or one transaction. Each has its own, so that nothing of one that failed or was
 * closed reaches the next.
 *
 * @param signer who has to sign; null for a login
 */
export function createLink(
  context: WalletContext,
  attempt: Attempt,
  signer: PermissionLevel | null,
  onAsked?: (request: string) => void,
): { link: Link; transport: Transport } {
  const transport = new Transport(context, attempt, signer, onAsked)
  const service = new CallbackService(context, attempt.signal, (isTroubled) =>
    attempt.notice('link-service', isTroubled),
  )
  const link = new Link({ transport, service, chains: [new GatewayChain(context)], verifyProofs: true })
  return { link, transport }
}

/** Waits without a word for a request's answer, and checks it as the page that asked would. @throws WalletError */
export async function answerTo(
  context: WalletContext,
  request: SigningRequest,
  signer: PermissionLevel,
  signal: AbortSignal,
): Promise<TransactResult> {
  const service = new CallbackService(context, signal)
  const transport: LinkTransport = {
    onRequest: () => {},
    onSuccess: (asked, result) => checkAnswer(asked, result, signer),
  }
  const link = new Link({ transport, service, chains: [new GatewayChain(context)] })
  return link.sendRequest(request, service.at(request.data.callback))
}

/** Under which name the site's sessions are kept, and shown in the wallet: its contract's account. */
export const sessionsOf = ({ settings }: Pick<WalletContext, 'settings'>): string => settings.network.gameContract

/** The user's session of either type; null when it is not there any more, or damaged. */
export async function restoreSession(
  context: WalletContext,
  link: Link,
  signer: PermissionLevel,
): Promise<LinkSession | null> {
  try {
    const session = await link.restoreSession(sessionsOf(context), signer, context.settings.network.chainId)
    return session?.auth.equals(signer) ? session : null
  } catch {
    return null
  }
}

/** The chain through the gateway, with the ABIs that all wallets share: nothing is left to fetch after the signature. */
class GatewayChain extends LinkChain {
  constructor(private readonly context: Pick<WalletContext, 'settings' | 'nodeUrl' | 'fetch'>) {
    const fetch = (address: string, request: RequestInit) =>
      context.fetch(address, { ...request, signal: AbortSignal.timeout(READ_TIMEOUT) })
    const provider = new FetchProvider(context.nodeUrl, { fetch })
    super(context.settings.network.chainId, new APIClient({ provider }))
  }

  override async getAbi(account: Name): Promise<ABIDef> {
    return Serializer.decode({ data: Bytes.from(await rawAbi(this.context, String(account))), type: ABI })
  }
}
