import type { PermissionLevel } from '@greymass/eosio'
import { Link, type LinkSession } from 'anchor-link'
import type { Attempt } from '../signing/signing'
import type { WalletContext } from '../wallet'
import { CallbackService } from './callback-service'
import { GatewayChain } from './chain'
import { thisDevice } from './device'
import { createLaunch } from './launch'
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
): { link: Link; transport: Transport } {
  const { settings, nodeUrl, fetch } = context
  const device = thisDevice()
  const transport = new Transport({ context, attempt, signer, device, launch: createLaunch(device) })
  const service = new CallbackService({
    address: new URL(settings.wallets.linkService, nodeUrl).href.replace(/\/+$/, ''),
    fetch,
    signal: attempt.signal,
    onTrouble: (isTroubled) => attempt.notice('link-service', isTroubled),
  })
  const link = new Link({ transport, service, chains: [new GatewayChain(context)], verifyProofs: true })
  return { link, transport }
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
