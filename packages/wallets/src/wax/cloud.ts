import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { failure } from '../errors/failure'
import { WalletError } from '../errors/wallet-error'
import { makeHeader } from '../transaction/node'
import type { Action } from '../transaction/request'
import type { Signed, User, Wallet, WalletContext } from '../wallet'
import { converse } from './conversation'
import { type CloudAccount, forget, isCloudAccount, recall, remember } from './remembered'
import { makeWax, withBuffer } from './wax'

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
      talk: () => askForAccount(context),
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
      talk: async (check) => {
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
