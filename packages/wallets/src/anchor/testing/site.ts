import type { SiteSettings } from '@fieldhouse/contract'
import { vi } from 'vitest'
import { WalletError } from '../../errors/wallet-error'
import { createSigning, type End, type Screen } from '../../signing/signing'
import { CONTRACTS } from '../../transaction/testing/abi'
import { makeContext, purchase } from '../../transaction/testing/context'
import { failure, type Gateway } from '../../transaction/testing/gateway'
import { collect, transact } from '../../transaction/transact'
import type { User, WalletContext } from '../../wallet'
import { wallet } from '../anchor'
import { LinkService } from './link-service'
import { PROVIDER, StandInProvider } from './provider'
import { StandInAnchor } from './stand-in'

export const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'anchor' }

const LINK = '/link/'
const realImmediate = setImmediate

/** Lets everything run that waits for no timer. */
export const flush = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0)
  await new Promise((resolve) => realImmediate(resolve))
}

/** Waits until there is something; the fake clock stands still. */
export async function until<T>(look: () => T | null | undefined | false): Promise<T> {
  while (true) {
    const seen = look()
    if (seen) return seen
    await flush()
  }
}

/** A page with all it talks to, on a clock that only the test moves: chain, link service, resource provider and an Anchor. */
export function makeSite() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), time)
    return controller.signal
  })
  const { gateway, context: bare } = makeContext()
  vi.setSystemTime(gateway.time)
  const link = new LinkService()
  vi.stubGlobal('WebSocket', link.WebSocket)
  const page = stubPage()
  const provider = new StandInProvider()
  const anchor = new StandInAnchor(link)
  gateway.keys.set('alice.wam', String(anchor.key.toPublic()))

  const fetch = async (address: string, init?: RequestInit): Promise<Response> => {
    const { origin, pathname } = new URL(address)
    if (origin === PROVIDER) return provider.fetch(address, init)
    if (pathname.startsWith(LINK) || origin === new URL(anchor.channel).origin) return link.fetch(address, init)
    if (pathname === '/v1/chain/get_account') return account(gateway, String(init?.body))
    return gateway.fetch(address, init)
  }
  const elsewhere = vi.fn<(end: End) => void>()
  const signing = createSigning(elsewhere)
  const settings = {
    ...bare.settings,
    network: { ...bare.settings.network, gameContract: 'fieldhouse', token: 'eosio.token' },
    wallets: { ...bare.settings.wallets, linkService: '/link', resourceProvider: '' },
  } as SiteSettings
  const context = { ...bare, settings, signing, fetch: fetch as typeof globalThis.fetch }

  const shown = <N extends Screen['name']>(name: N): Promise<Extract<Screen, { name: N }>> =>
    until(() => {
      const screen = signing.state()?.screen
      return screen?.name === name && (screen as Extract<Screen, { name: N }>)
    })
  const login = () => wallet.login(context)
  const buy = (actions = async () => purchase(), onAsked?: (request: string) => void) =>
    transact(context, wallet, alice, { actions, ...(onAsked && { onAsked }) })
  /** Logs in, sends a request by the session's channel, and leaves before the answer. Answers the request. */
  const requestAndLeave = async () => {
    await loggedIn()
    const asked = vi.fn<(request: string) => void>()
    void buy(undefined, asked).catch(() => undefined)
    const request = anchor.unseal(await until(() => link.posted[0]))
    await until(() => link.sockets.size > 0)
    signing.dismiss()
    await until(() => link.sockets.size === 0)
    return { request, address: String(asked.mock.lastCall?.[0]) }
  }
  /** What a page does that comes later. */
  const collectLate = (address: string, signal = new AbortController().signal) =>
    collect(context, wallet, alice, address, signal)
  /** Logs in, the dialog closed. */
  const loggedIn = async () => {
    const user = login()
    anchor.answer(anchor.read((await shown('request')).address))
    await user
    signing.dismiss()
  }
  /** The request that came to the wallet's channel. */
  const delivered = async (nth = 0) => anchor.unseal(await until(() => link.posted[nth]))
  return {
    ...{ page, gateway, link, provider, anchor, context, signing, elsewhere },
    ...{ shown, login, loggedIn, buy, delivered, requestAndLeave, collectLate },
  }
}

/** Holds the next request to a path up until `goOn`, or its answer. */
export function holdUp(
  context: WalletContext,
  path: string,
  when: 'before' | 'after' = 'before',
): { goOn: () => void } {
  const { fetch } = context
  let goOn = () => {}
  let isDue = true
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  context.fetch = async (address, init) => {
    if (!isDue || new URL(String(address)).pathname !== path) return fetch(address, init)
    isDue = false
    if (when === 'before') await held
    const answer = await fetch(address, init)
    await held
    return answer
  }
  return { goOn }
}

/** What of a browser's page is needed; jsdom has typed arrays of its own, which the wallets' libraries do not take. */
function stubPage() {
  const events = new EventTarget()
  const opened: string[] = []
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const location = {
    get href() {
      return 'https://play.test/football#packs'
    },
    set href(address: string) {
      opened.push(address)
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', location)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  return { document, events, opened }
}

/** With a resource provider. */
export function makeProvidedSite() {
  const site = makeSite()
  site.context.settings.wallets.resourceProvider = PROVIDER
  CONTRACTS.greymassnoop = CONTRACTS['boost.wax'] as (typeof CONTRACTS)[string]
  return site
}

/** What a promise rejects with; it has to be one of ours. */
export async function errorOf(promise: Promise<unknown>): Promise<WalletError> {
  let error: unknown
  let settled = false
  promise.then(
    () => {
      settled = true
    },
    (reason) => {
      error = reason
      settled = true
    },
  )
  await until(() => settled)
  if (error instanceof WalletError) return error
  throw new Error(`it came out well, or with another error: ${String(error)}`)
}

/** As a node answers: an account with one key, or none of that name. */
function account({ keys, time }: Gateway, body: string): Response {
  const { account_name } = JSON.parse(body) as { account_name: string }
  const key = keys.get(account_name)
  if (!key) return failure(500, 0, 'exception', `unknown key (eosio::chain::name): ${account_name}`)
  const now = new Date(time).toISOString().slice(0, -1)
  const limit = { used: 0, available: 0, max: 0 }
  const permission = (perm_name: string, parent: string) => ({
    perm_name,
    parent,
    required_auth: { threshold: 1, keys: [{ key, weight: 1 }], accounts: [], waits: [] },
  })
  return Response.json({
    account_name,
    head_block_num: 1000,
    head_block_time: now,
    privileged: false,
    last_code_update: now,
    created: now,
    ram_quota: 0,
    net_weight: 0,
    cpu_weight: 0,
    net_limit: limit,
    cpu_limit: limit,
    ram_usage: 0,
    permissions: [permission('active', 'owner'), permission('owner', '')],
  })
}
