import { parseJson } from '@fieldhouse/contract/browser'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { WaxJS } from '@waxio/waxjs/dist'
import { failure, WalletError } from '../errors/wallet-error'
import { makeHeader, READ_TIMEOUT, rawAbi } from '../transaction/node'
import { type Action, isChainName, type Signed, type User, type Wallet, type WalletContext } from '../wallet'
import { converse } from './conversation'

/** Somebody may have to find a password and a code first, in milliseconds. */
const LOGIN_TIMEOUT = 10 * 60_000
/** The quote, and then as long as the transaction holds, in milliseconds. */
const SIGN_TIMEOUT = (EXPIRE_SECONDS + 30) * 1000

/** The Cloud Wallet signs with this permission (specification, section 3). */
const PERMISSION = 'active'

/** The Cloud Wallet: a web page in a window, through waxjs. */
export const wallet: Wallet = {
  name: 'wax',

  login: async (context) => {
    const found = await converse({
      step: 'logging in with the Cloud Wallet',
      language: context.language(),
      timeout: LOGIN_TIMEOUT,
      run: () => askForAccount(context),
    })
    // Not within the conversation: what comes after another one took its place would overwrite that one's.
    remember(context.storage, found)
    return { accountName: found.account, requestPermission: PERMISSION }
  },

  sign: (context, user, actions) => {
    const known = recall(context.storage, user.accountName)
    return converse({
      step: 'signing with the Cloud Wallet',
      language: context.language(),
      timeout: known ? SIGN_TIMEOUT : LOGIN_TIMEOUT,
      run: async (check) => {
        if (!known) return logInAgain(context, user)
        const requested = await actions()
        check()
        return askForSignatures(context, user, known, requested, check)
      },
    })
  },

  logout: async (context) => forget(context.storage),
}

/**
 * What signing needs first where nothing was kept of the login. It ends with it: the wallet's page closes its window after
 * a login, and another window needs another click.
 */
async function logInAgain(context: WalletContext, { accountName }: User): Promise<never> {
  const found = await askForAccount(context)
  if (found.account !== accountName) {
    throw failure('identity', `${found.account} is not ${accountName}`)
  }
  remember(context.storage, found)
  throw new WalletError('logged-in-again', 'signing with the Cloud Wallet: it had to ask for a login first')
}

async function askForAccount(context: WalletContext): Promise<CloudAccount> {
  const wax = makeWax(context)
  await withBuffer(() => wax.login())
  const found = { account: wax.userAccount, keys: wax.pubKeys }
  if (!isCloudAccount(found)) {
    throw failure('identity', `no account of this chain: ${JSON.stringify(found).slice(0, 200)}`)
  }
  return found
}

async function askForSignatures(
  context: WalletContext,
  user: User,
  known: CloudAccount,
  actions: Action[],
  check: () => void,
): Promise<Signed> {
  const wax = makeWax(context, known)
  wax.api.chainId = context.settings.network.chainId
  const authorization = [{ actor: user.accountName, permission: user.requestPermission }]
  // waxjs turns the window to the wallet first and then packs: the header is made as late as that allows. Left to eosjs, it
  // would cost a call that nodes do not have any more. The keys are not asked of a node either: it would refuse those that
  // the wallet has replaced since the login.
  const transaction = {
    ...(await makeHeader(context, EXPIRE_SECONDS)),
    actions: actions.map((action) => ({ ...action, authorization: action.authorization ?? authorization })),
  }
  check()
  const { serializedTransaction, signatures } = (await wax.api.transact(transaction, {
    broadcast: false,
    requiredKeys: known.keys,
  })) as Signed
  return { serializedTransaction, signatures }
}

/**
 * waxjs for one conversation. A new one each time: one that has heard of an account's whitelisted contracts tries to sign
 * at an address of WAX's without a window, which this site's policy forbids and which is going away.
 *
 * `verifyTx` stays the library's own: actions that the wallet changed, or added in the user's name, are refused.
 *
 * @param known signs without a login
 */
function makeWax(context: WalletContext, known?: CloudAccount): WaxJS {
  const wax = new WaxJS({
    rpcEndpoint: context.nodeUrl,
    tryAutoLogin: false,
    waxSigningURL: new URL(context.settings.wallets.cloudWallet).origin,
    eosApiArgs: {
      abiProvider: {
        getRawAbi: async (accountName: string) => ({ accountName, abi: await rawAbi(context, accountName) }),
      },
    },
    ...(known ? { userAccount: known.account, pubKeys: known.keys } : {}),
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

type WalletStorage = WalletContext['storage']

/** An account of the Cloud Wallet, and its keys as the wallet names them: what makes waxjs sign without another login. */
interface CloudAccount {
  account: string
  keys: string[]
}

/** Beside the user's record, which has fields of its own (specification, section 3). */
const KEY = 'fieldhouse-cloud-wallet'

/** Longer than any record of ours, in characters. */
const TEXT_MAX = 2048
const KEYS_MAX = 8
const PUBLIC_KEY = /^(EOS|PUB_(K1|R1|WA)_)[1-9A-HJ-NP-Za-km-z]{40,200}$/

/** Whether it is an account that this chain could have, with keys. */
const isCloudAccount = ({ account, keys }: { account?: unknown; keys?: unknown }): boolean =>
  isChainName(account) &&
  Array.isArray(keys) &&
  keys.length > 0 &&
  keys.length <= KEYS_MAX &&
  keys.every((key) => typeof key === 'string' && PUBLIC_KEY.test(key))

const remember = (storage: WalletStorage, { account, keys }: CloudAccount): void =>
  storage.setItem(KEY, JSON.stringify({ account, keys }))

/** The keys of that account, if they are stored; what is damaged, or another account's, is removed. */
function recall(storage: WalletStorage, account: string): CloudAccount | undefined {
  const text = storage.getItem(KEY) ?? ''
  const kept = text.length <= TEXT_MAX ? (Object(parseJson(text)) as CloudAccount) : undefined
  if (kept && isCloudAccount(kept) && kept.account === account) return { account, keys: kept.keys }
  forget(storage)
  return undefined
}

const forget = (storage: WalletStorage): void => storage.removeItem(KEY)
