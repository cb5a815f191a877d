import type { Site } from './site'

/** A stand-in wallet of the development chain. */
export type StandIn = keyof Site['wallets']

/**
 * How a stand-in wallet answers (devchain/wallets). `ask`, the default, leaves it to whoever
 * uses its page.
 */
interface Answers {
  cloud: 'ask' | 'sign' | 'refuse' | 'never'
  anchor: 'ask' | 'sign' | 'refuse' | 'ignore'
  wombat: 'ask' | 'sign' | 'refuse' | 'never' | 'hang'
}

const POLICY: Record<StandIn, string> = {
  cloud: '/api/policy',
  anchor: '/api/policy',
  wombat: '/.wombat/api/policy',
}

/** The account that a wallet answers as, unless told otherwise (devchain/chain/genesis). */
export const ACCOUNT = 'alice.wam'

/** Makes a wallet answer by itself from now on, as one of its accounts. */
export async function answerWith<Name extends StandIn>(
  site: Site,
  wallet: Name,
  answer: Answers[Name],
  account: string = ACCOUNT,
): Promise<void> {
  await post(site, wallet, POLICY[wallet], { answer, account })
}

/**
 * Makes the stand-in Anchor log in with a channel that takes no message. An empty name makes it behave.
 * @param times - for how many logins; 0 until it is changed
 */
export async function breakAnchor(site: Site, as: '' | 'unreachable-channel', times = 0): Promise<void> {
  await post(site, 'anchor', '/api/break', { as, times })
}

/** Makes the resource provider answer so (devchain/wallets/provider). */
export async function providerMode(site: Site, mode: 'free' | 'fee'): Promise<void> {
  await post(site, 'anchor', '/mode', { mode })
}

/** Brings a signing request to the stand-in Anchor, as somebody does who scans its QR code. */
export async function handOver(site: Site, request: string): Promise<void> {
  await post(site, 'anchor', '/api/requests', { request })
}

/** Signs what waits longest in the stand-in Anchor; false when nothing waits. */
export async function signWaiting(site: Site): Promise<boolean> {
  const answer = await fetch(`${site.wallets.anchor}/api/state`, { signal: AbortSignal.timeout(10_000) })
  const { requests } = (await answer.json()) as { requests: { id: string; state: string }[] }
  const waiting = requests.find(({ state }) => state === 'waiting')
  if (waiting) await post(site, 'anchor', `/api/requests/${waiting.id}`, { answer: 'sign' })
  return waiting !== undefined
}

/** The site as Wombat's browser shows it to this visitor, with window.scatter (1) or window.wallet (2). */
export const wombatBrowser = (site: Site, generation: 1 | 2 = 2): string =>
  `${site.wallets.wombat}/.wombat/?generation=${generation}`

/** Posts JSON to a stand-in wallet, which must take it. */
async function post(site: Site, wallet: StandIn, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${site.wallets[wallet]}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok)
    throw new Error(
      `setting the stand-in ${wallet} to ${JSON.stringify(body)}: it answered ${answer.status} ${await answer.text()}`,
    )
}
