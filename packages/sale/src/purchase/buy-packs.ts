import { gatewayNow } from '@fieldhouse/chain-data'
import {
  afterPurchase,
  forgetAsked,
  holdPurchases,
  keepAsked,
  keepPending,
  type Purchased,
  PurchaseRefused,
  pendingOf,
  purchaseActions,
  type Quote,
  quote,
  settlePending,
} from '@fieldhouse/chain-data/purchase'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { explain, type Landed, type SignedTransaction, transact, WalletError } from '@fieldhouse/wallet-login'
import type { Problem } from './problem'

/** What somebody pressed the button for. */
export interface Purchase {
  network: NetworkSettings
  buyer: string
  dropId: string
  quantity: bigint
  /** A partner's code; empty for none. */
  partnerCode: string
  /** The most that may be charged without asking again, 10^-8 WAX (see `agreedFor`). */
  agreed: bigint
  language: Language
}

/** What is being waited for. */
export type Step = 'preparing' | 'wallet' | 'sending'

/** @param isTold whether the wallet has told the visitor, who may have closed the form by now */
export type Outcome = { bought: Purchased } | { problem: Problem; isTold: boolean }

/** A purchase that was stopped before anybody was asked to sign. */
class Stopped extends Error {
  constructor(readonly problem: Problem) {
    super(`stopped before signing: ${problem.kind}`)
  }
}

/**
 * Buys packs with the user's wallet. Call it straight from the press: the wallet may open a window. The quote is taken
 * again when the wallet is ready for the request, and nothing is signed when it is above what was agreed to, nor while another
 * tab buys. What is asked for is kept, and what is signed before it is sent, so that a page that is loaded anew can find out
 * how it ended.
 *
 * Never rejects. `onStep` hears what is waited for, and what is being paid then. What a purchase changes is brought up to date
 * afterwards, which nobody waits for.
 *
 * @param isStale whether another tab has bought meanwhile what this one was asked for
 */
export async function buyPacks(
  purchase: Purchase,
  onStep: (step: Step, deposit: bigint) => void,
  isStale: () => boolean = () => false,
): Promise<Outcome> {
  let stopped: Stopped | null = null
  let quoted: Quote | null = null
  let made: Purchased | null = null
  let release: (() => void) | null = null
  const actions = async () => {
    stopped = null
    onStep('preparing', purchase.agreed)
    try {
      release ??= await holdPurchases()
      if (!release || isStale()) throw new Stopped({ kind: 'elsewhere' })
      if (pendingOf(purchase.buyer).length > 0) throw new Stopped({ kind: 'unclear' })
      quoted = await agreedQuote(purchase)
    } catch (error) {
      stopped = new Stopped(problemOf(error))
      // Of this kind no wallet says anything of its own: the form does.
      throw new WalletError('cancelled', stopped.message, '', { cause: error })
    }
    made = {
      transactionId: '',
      buyer: purchase.buyer,
      dropId: purchase.dropId,
      dropName: quoted.drop.name,
      quantity: purchase.quantity.toString(),
      deposit: quoted.deposit.toString(),
      at: gatewayNow(),
    }
    keepAsked({ ...made, request: '' })
    onStep('wallet', quoted.deposit)
    return purchaseActions({ ...quoted, network: purchase.network, buyer: purchase.buyer })
  }
  const onAsked = (request: string) => {
    if (made) keepAsked({ ...(made as Purchased), request })
  }
  const onSigned = (signed?: SignedTransaction) => {
    // A host of before tells nothing of what was signed.
    if (made && signed) {
      const { transactionId, packed, signatures, expiresAt } = signed
      made = { ...(made as Purchased), transactionId, at: gatewayNow() }
      keepPending({ ...made, packed, signatures, expiresAt })
      forgetAsked(purchase.buyer)
    }
    onStep('sending', quoted?.deposit ?? purchase.agreed)
  }
  const settled = (bought: Purchased | null) => {
    if (made) settlePending((made as Purchased).transactionId, bought)
  }
  try {
    const landed = await transact({ actions, onAsked, onSigned })
    // The moment that counts for other tabs, whose baskets are older.
    const bought = { ...(made as unknown as Purchased), transactionId: landed.transactionId, at: gatewayNow() }
    settled(bought)
    if (quoted) refresh(purchase, quoted, landed)
    return { bought }
  } catch (failure) {
    if (stopped) return { problem: (stopped as Stopped).problem, isTold: false }
    const error = asWalletError(failure)
    // What may still land is found out later.
    if (error.kind !== 'unclear') settled(null)
    return { problem: await failureOf(purchase, quoted, error), isTold: true }
  } finally {
    if (made) forgetAsked(purchase.buyer)
    ;(release as (() => void) | null)?.()
  }
}

/**
 * Looks whether a purchase could be made now, without asking a wallet, at whatever price: what is read is shown, and agreed
 * to with the next press.
 */
export const checkPurchase = (order: Omit<Purchase, 'agreed'>): Promise<Problem | null> => problemWith(quote(order))

const problemWith = (quoting: Promise<Quote>): Promise<Problem | null> => quoting.then(() => null, problemOf)

/** @param purchase with `refused` when the chain has just refused it */
async function agreedQuote(purchase: Purchase & { refused?: boolean }): Promise<Quote> {
  const fresh = await quote(purchase)
  if (fresh.deposit > purchase.agreed) {
    throw new Stopped({ kind: 'moved', deposit: fresh.deposit, agreed: purchase.agreed })
  }
  return fresh
}

function problemOf(error: unknown): Problem {
  if (error instanceof Stopped) return error.problem
  if (error instanceof PurchaseRefused) return { kind: 'refusal', refusal: error.refusal }
  return { kind: 'unread' }
}

/** The contract's own "no" is explained best by what it depends on as it is now: how much is missing, the price it moved to. */
async function failureOf(purchase: Purchase, quoted: Quote | null, error: WalletError): Promise<Problem> {
  if (error.kind === 'chain') {
    const found = await problemWith(agreedQuote({ ...purchase, refused: true }))
    if (found && found.kind !== 'unread') return found
  }
  if (error.kind === 'unclear') {
    // It may have landed: then the numbers say so.
    if (quoted) refresh(purchase, quoted, { transactionId: '', block: 0 })
    return { kind: 'unclear' }
  }
  try {
    const { title, text } = await explain(error, purchase.language)
    return { kind: 'said', title, text }
  } catch {
    // The words are where the code is that signs: it did not load, so nothing was signed.
    return { kind: 'unloaded' }
  }
}

function refresh({ network, buyer }: Purchase, { balance, claims }: Quote, { block }: Landed): void {
  const before = { userWaxBalance: balance, availableDropsToClaim: claims }
  // Nobody waits for it; it ends early when the user logs out.
  afterPurchase({ network, account: buyer, before, block }).catch(() => {})
}

const asWalletError = (error: unknown): WalletError =>
  error instanceof WalletError ? error : new WalletError('unknown', String(error))
