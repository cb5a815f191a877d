import { afterPurchase, PurchaseRefused, purchaseActions, type Quote, quote } from '@fieldhouse/chain-data/purchase'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { explain, type Landed, transact, WalletError } from '@fieldhouse/wallet-login'
import type { Problem } from './problem'

/** What somebody pressed the button for. */
export interface Purchase {
  network: NetworkSettings
  buyer: string
  dropId: string
  quantity: bigint
  /** The most that may be charged without asking again: what was shown, 10^-8 WAX. */
  agreed: bigint
  language: Language
}

/** What is being waited for. */
export type Step = 'preparing' | 'wallet' | 'sending'

/** @param isTold whether the wallet has told the visitor, who may have closed the form by now */
export type Outcome = { transactionId: string } | { problem: Problem; isTold: boolean }

/** A purchase that was stopped before anybody was asked to sign. */
class Stopped extends Error {
  constructor(readonly problem: Problem) {
    super(`stopped before signing: ${problem.kind}`)
  }
}

/**
 * Buys packs with the user's wallet. Call it straight from the press: the wallet may open a window. The quote is taken
 * again when the wallet is ready for the request, and nothing is signed when it is above what was agreed to.
 *
 * Never rejects. `onStep` hears what is waited for, and what is being paid then. What a purchase changes is brought up to date afterwards, which nobody waits for.
 */
export async function buyPacks(purchase: Purchase, onStep: (step: Step, deposit: bigint) => void): Promise<Outcome> {
  let stopped: Stopped | null = null
  let quoted: Quote | null = null
  const actions = async () => {
    stopped = null
    onStep('preparing', purchase.agreed)
    try {
      quoted = await agreedQuote(purchase)
    } catch (error) {
      stopped = new Stopped(problemOf(error))
      // Of this kind no wallet says anything of its own: the form does.
      throw new WalletError('cancelled', stopped.message, '', { cause: error })
    }
    onStep('wallet', quoted.deposit)
    return purchaseActions({ ...quoted, network: purchase.network, buyer: purchase.buyer })
  }
  try {
    const landed = await transact({ actions, onSigned: () => onStep('sending', quoted?.deposit ?? purchase.agreed) })
    if (quoted) refresh(purchase, quoted, landed)
    return { transactionId: landed.transactionId }
  } catch (error) {
    if (stopped) return { problem: (stopped as Stopped).problem, isTold: false }
    return { problem: await failureOf(purchase, quoted, asWalletError(error)), isTold: true }
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
  if (fresh.deposit > purchase.agreed) throw new Stopped({ kind: 'moved', deposit: fresh.deposit })
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
  // It may have landed: then the numbers say so.
  if (error.kind === 'unclear' && quoted) refresh(purchase, quoted, { transactionId: '', block: 0 })
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
