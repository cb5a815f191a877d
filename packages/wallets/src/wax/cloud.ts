import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { WaxJS } from '@waxio/waxjs/dist'
import { WaxEventSource } from '@waxio/waxjs/dist/WaxEventSource'
import { failure } from '../errors/wallet-error'
import { makeHeader, READ_TIMEOUT, rawAbi } from '../transaction/node'
import { type Action, isChainName, type Signed, type User, type Wallet, type WalletContext } from '../wallet'
import { converse } from './conversation'

/** Somebody may have to find a password and a code first, in milliseconds. */
const LOGIN_TIMEOUT = 10 * 60_000
/** The quote, and then as long as the transaction holds, in milliseconds. */
const SIGN_TIMEOUT = (EXPIRE_SECONDS + 30) * 1000

/** How often it is looked whether the wallet's window is still open, in milliseconds. */
const LOOK_INTERVAL = 500

/** The Cloud Wallet signs with this permission (specification, section 3). */
const PERMISSION = 'active'

/** The Cloud Wallet: a web page in a window, through waxjs. */
export const wallet: Wallet = {
  name: 'wax',

  login: (context) =>
    converse({
      step: 'logging in with the Cloud Wallet',
      language: context.language(),
      timeout: LOGIN_TIMEOUT,
      run: async () => ({ accountName: await askForAccount(context), requestPermission: PERMISSION }),
    }),

  sign: (context, user, actions) =>
    converse({
      step: 'signing with the Cloud Wallet',
      language: context.language(),
      timeout: SIGN_TIMEOUT,
      run: async (check) => {
        const requested = await actions()
        check()
        return askForSignatures(context, user, requested, check)
      },
    }),

  // Who is logged in at the wallet stays that: nothing is kept here.
  logout: async () => {},
}

async function askForAccount(context: WalletContext): Promise<string> {
  const wax = makeWax(context)
  await withBuffer(() => wax.login())
  const account: unknown = wax.userAccount
  if (!isChainName(account)) throw failure('identity', `no account of this chain: ${String(account).slice(0, 200)}`)
  return account
}

async function askForSignatures(
  context: WalletContext,
  user: User,
  actions: Action[],
  check: () => void,
): Promise<Signed> {
  const wax = makeWax(context, user.accountName)
  wax.api.chainId = context.settings.network.chainId
  const authorization = [{ actor: user.accountName, permission: user.requestPermission }]
  // waxjs turns the window to the wallet first and then packs: the header is made as late as that allows. Left to eosjs, it
  // would cost a call that nodes do not have any more. The wallet takes its own keys, whatever waxjs is told: none are named,
  // so that no login has to come first to learn them, nor a node be asked for them.
  const transaction = {
    ...(await makeHeader(context, EXPIRE_SECONDS)),
    actions: actions.map((action) => ({ ...action, authorization: action.authorization ?? authorization })),
  }
  check()
  const { serializedTransaction, signatures } = (await wax.api.transact(transaction, {
    broadcast: false,
    requiredKeys: [],
  })) as Signed
  return { serializedTransaction: Uint8Array.from(serializedTransaction), signatures }
}

/**
 * waxjs for one conversation. A new one each time: one that has heard of an account's whitelisted contracts tries to sign
 * at an address of WAX's without a window, which this site's policy forbids and which is going away.
 *
 * `verifyTx` stays the library's own: actions that the wallet changed, or added in the user's name, are refused.
 *
 * @param account signs without a login
 */
function makeWax(context: WalletContext, account?: string): WaxJS {
  const wax = new WaxJS({
    rpcEndpoint: context.nodeUrl,
    tryAutoLogin: false,
    waxSigningURL: new URL(context.settings.wallets.cloudWallet).origin,
    eosApiArgs: {
      abiProvider: {
        getRawAbi: async (accountName: string) => ({ accountName, abi: await rawAbi(context, accountName) }),
      },
    },
    ...(account && { userAccount: account, pubKeys: [] }),
  })
  // eosjs waits for a node for ever.
  wax.rpc.fetchBuiltin = (address: string, init?: RequestInit) =>
    context.fetch(address, { ...init, signal: AbortSignal.timeout(READ_TIMEOUT) })
  return wax
}

/**
 * Lends waxjs the part of Node's Buffer that it uses. It writes its version into the address of the login window with
 * `Buffer.from(version).toString('base64')`, before anything is awaited, and a browser has no Buffer. The whole of it would
 * be 7 kB, and as a lasting global would make other libraries take the page for Node.
 */
function withBuffer<T>(call: () => T): T {
  const scope = globalThis as { Buffer?: unknown }
  if (scope.Buffer) return call()
  scope.Buffer = { from: (text: string) => ({ toString: () => btoa(text) }) }
  try {
    return call()
  } finally {
    delete scope.Buffer
  }
}

/**
 * Waits for a message of the wallet's window. waxjs's own method gives up as soon as it sees the window closed; but a wallet
 * closes it right after its answer, and a page that is busy just then can see that before it hears the answer, signatures
 * among them. So the window is looked at once more.
 */
WaxEventSource.prototype.onceEvent = function onceEvent<T>(
  source: Window,
  origin: string,
  action: (event: MessageEvent) => T,
  type?: string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let wasClosed = false
    const end = () => {
      clearInterval(timer)
      removeEventListener('message', hear)
    }
    const hear = (event: MessageEvent) => {
      if (event.source !== source || event.origin !== origin || typeof event.data !== 'object') return
      if (type && event.data?.type !== type) return
      end()
      try {
        resolve(action(event))
      } catch (error) {
        reject(error)
      }
    }
    const timer = setInterval(() => {
      if (wasClosed) {
        end()
        reject('user closed the window')
      }
      wasClosed = source.closed
    }, LOOK_INTERVAL)
    addEventListener('message', hear)
  })
}
