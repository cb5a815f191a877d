import { PurchaseRefused, purchaseActions, type Quote, quote } from '@fieldhouse/chain-data/purchase'
import type { Language } from '@fieldhouse/contract'
import { type Explicable, explain, getUser, transact, WalletError } from '@fieldhouse/wallet-login'
import { mayAsk } from '../line/place'
import { type Purchase, press } from './orders'
import type { Problem } from './problem'

/** A purchase that was stopped before anybody was asked to sign. */
class Stopped extends Error {
  constructor(readonly problem: Problem) {
    super(`stopped before signing: ${problem.kind}`)
  }
}

/**
 * Has the wallet sign a purchase. The quote is taken again when the wallet is ready for the request, and nothing is signed when
 * it is above what was agreed to. Never rejects.
 *
 * @returns null once it is signed, else why not
 */
export async function signPurchase(purchase: Purchase): Promise<Problem | null> {
  const { network, buyer, dropId, quantity, language } = purchase
  let stopped: Stopped | null = null
  let quoted: Quote | null = null
  const actions = async () => {
    stopped = null
    press(dropId, 'preparing', purchase.agreed)
    try {
      const user = getUser()
      const [fresh, isTurn] = await Promise.all([agreedQuote(purchase), user ? mayAsk(user, dropId) : true])
      if (!isTurn) throw new Stopped({ kind: 'line' })
      quoted = fresh
    } catch (error) {
      stopped = new Stopped(problemOf(error))
      // For an error of this kind no wallet shows a message of its own: the slip does.
      throw new WalletError('cancelled', stopped.message, '', { cause: error })
    }
    press(dropId, 'wallet', quoted.deposit)
    return purchaseActions({ ...quoted, network, buyer })
  }
  const subject = () => ({
    kind: 'purchase' as const,
    dropId,
    dropName: quoted?.drop.name ?? '',
    quantity: String(quantity),
    deposit: String(quoted?.deposit ?? purchase.agreed),
  })
  try {
    await transact({ actions, subject })
    return null
  } catch (failure) {
    if (stopped) return (stopped as Stopped).problem
    const error = failure instanceof WalletError ? failure : new WalletError('unknown', String(failure))
    return error.kind === 'elsewhere' || error.kind === 'underway' ? { kind: error.kind } : explained(error, language)
  }
}

/**
 * Why the chain refused a purchase: explained best by what it depends on as it is now, such as how much is missing, or the price
 * it moved to.
 *
 * @param purchase what was pressed for on this page; null for nothing
 */
export async function reasonOf(error: Explicable, purchase: Purchase | null, language: Language): Promise<Problem> {
  const found =
    error.kind === 'chain' && purchase ? await problemWith(agreedQuote({ ...purchase, refused: true })) : null
  return found && found.kind !== 'unread' ? found : explained(error, language)
}

async function explained(error: Explicable, language: Language): Promise<Problem> {
  try {
    const { title, text } = await explain(error, language)
    return { kind: 'explained', title, text }
  } catch {
    // The words are where the code is that signs: it did not load, so nothing was signed.
    return { kind: 'unloaded' }
  }
}

/** What keeps a quote from being given; null for nothing. */
export const problemWith = (quoting: Promise<Quote>): Promise<Problem | null> => quoting.then(() => null, problemOf)

async function agreedQuote(purchase: Purchase & { refused?: boolean }): Promise<Quote> {
  const { agreed } = purchase
  const fresh = await quote(purchase)
  if (fresh.deposit > agreed) throw new Stopped({ kind: 'moved', deposit: fresh.deposit, agreed })
  return fresh
}

function problemOf(error: unknown): Problem {
  if (error instanceof Stopped) return error.problem
  return error instanceof PurchaseRefused ? { kind: 'refusal', refusal: error.refusal } : { kind: 'unread' }
}
