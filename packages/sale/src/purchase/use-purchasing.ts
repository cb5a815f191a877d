import { type Drop, getAppData } from '@fieldhouse/chain-data'
import { PurchaseRefused, purchaseActions, type Quote, quote } from '@fieldhouse/chain-data/purchase'
import { isMade, isUnderway, recordOf } from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { type Explicable, explain, getUser, toast, transact, WalletError } from '@fieldhouse/wallet-login'
import { useEffect, useEffectEvent, useState } from 'react'
import { maySign } from '../line/place'
import { formTexts } from './form-texts'
import { guardLeaving } from './leaving'
import {
  changeOrder,
  endPress,
  hasUnderway,
  noteMade,
  type Order,
  orderOf,
  type Phase,
  type Purchase,
  type PurchaseRecord,
  press,
  readEnd,
  refusedOf,
  showEnd,
  useOrder,
} from './orders'
import { type Problem, wordsOf } from './problem'

/** The drops whose slip is open. */
const shown = new Set<string>()

/** Why nothing was bought, where no slip says it: somebody else who has logged in hears nothing of it. */
const tell = ({ name }: Drop, buyer: string, more: string): void => {
  if (getUser()?.accountName === buyer) toast({ kind: 'error', text: name, more })
}

/** An account's purchases of one drop, one at a time. They go on while the slip is closed, and when its page was left. */
export function usePurchasing(drop: Drop, account: string) {
  const { t } = useTexts(formTexts)
  const { chainId } = useRoot().settings.network
  const { id } = drop
  const { record, ...order } = useOrder(chainId, account, id)
  const reason = useReason(record, order.purchase, drop)
  const hasEnded = record !== null && !isUnderway(record)
  const forget = useEffectEvent(() => {
    if (record && isMade(record)) readEnd(record)
  })
  useEffect(() => {
    shown.add(id)
    return () => {
      shown.delete(id)
      // A receipt that was read is not read again: the slip that is opened next is another purchase's.
      forget()
    }
  }, [id])
  const isToTell = hasEnded || record?.isUndone === true
  useEffect(() => {
    if (record && isToTell) showEnd(record)
  }, [record, isToTell])

  const phase = phaseOf(order, chainId, account, record, reason)
  const run = async (deposit: bigint | null, work: () => Promise<Problem | null>) => {
    // A second press can come before the first one is shown.
    if (phase.name === 'busy' || orderOf(id).press.name === 'busy') return
    if (record && hasEnded) readEnd(record)
    press(id, 'preparing', deposit, account)
    endPress(id, await work(), account)
  }
  const sign = async (purchase: Purchase): Promise<Problem | null> => {
    changeOrder(id, { purchase })
    const stopGuarding = guardLeaving(chainId, purchase.buyer, t('leaving'))
    const problem = await signPurchase(purchase)
    stopGuarding()
    // Of a wallet's failure the visitor knows already.
    const isKnown = !problem || problem.kind === 'explained' || problem.kind === 'unloaded'
    if (!isKnown && !shown.has(id))
      tell(drop, purchase.buyer, wordsOf(problem, drop.limitCooldown > 0, t, purchase.language))
    return problem
  }
  const reset = () => {
    if (record && hasEnded) readEnd(record)
    if (order.press.name === 'failed') endPress(id, null, account)
  }
  return {
    phase,
    /** The purchase that is under way, or whose end was not read here; null for none. */
    record,
    written: order.written,
    /** What was said of another number goes. */
    write: (written: string) => {
      changeOrder(id, { written })
      reset()
    },
    /** Asks the wallet. Does nothing while a purchase is under way. */
    buy: (purchase: Purchase) => void run(purchase.agreed, () => sign(purchase)),
    /** Checks again what speaks against a purchase, without asking the wallet. */
    check: (purchase: Omit<Purchase, 'agreed' | 'usd'>) => void run(null, () => problemWith(quote(purchase))),
    /** Forgets how the last purchase ended. */
    reset,
  }
}

/** @param reason why a record did not come about, once its words are there */
function phaseOf(
  { press }: Order,
  chainId: string,
  account: string,
  record: PurchaseRecord | null,
  reason: Problem | null,
): Phase {
  if (press.name === 'busy' && press.account === account) return press
  // A request of another tab to a wallet is that tab's until it is signed.
  const isOwn = record !== null && record.state !== 'asked'
  const kind = press.name === 'failed' ? press.problem.kind : ''
  // Why a press failed goes once a purchase was signed since, as in another tab, or the one that had to end first has.
  const isAnswered = isOwn
    ? record.signed !== null || ['elsewhere', 'underway', 'made'].includes(kind)
    : kind === 'underway' && !hasUnderway(chainId, account)
  if (press.name === 'failed' && press.account === account && !isAnswered) return press
  // A request to another account's wallet is as good as another tab's.
  if (!isOwn) return press.name === 'busy' ? { name: 'failed', problem: { kind: 'elsewhere' } } : { name: 'ready' }
  if (isMade(record)) return { name: 'done', record }
  if (!isUnderway(record) && reason) return { name: 'failed', problem: reason }
  const { subject, isOpen, at } = record
  return { name: 'busy', step: isOpen ? 'lookup' : 'sending', deposit: BigInt(subject.deposit), since: at, record }
}

/** Why a record did not come about; null until that is known. @param purchase what was pressed for on this page */
function useReason(record: PurchaseRecord | null, purchase: Purchase | null, drop: Drop): Problem | null {
  const { t, language } = useTexts(formTexts)
  const [reason, setReason] = useState<{ id: string; problem: Problem } | null>(null)
  const { id = '', state, problem, subject, account = '' } = record ?? {}
  const isSame = purchase?.buyer === account && String(purchase?.quantity) === subject?.quantity
  const pressed = isSame ? purchase : null
  const find = useEffectEvent(async () => {
    const found = problem && (await reasonOf(problem, pressed, language))
    return isTakenBack(id) ? null : found
  })
  const learn = useEffectEvent((found: Problem, buyer: string, isGone: boolean) => {
    if (!isGone) setReason({ id, problem: found })
    // Its end counts as told: the slip was open when it was known.
    else if (!shown.has(drop.id)) tell(drop, buyer, wordsOf(found, drop.limitCooldown > 0, t, language))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end, and for what was pressed, in each language.
  useEffect(() => {
    if (state === 'absent') setReason({ id, problem: { kind: 'absent' } })
    if (state !== 'refused') return
    let isGone = false
    find().then((found) => found && learn(found, account, isGone))
    return () => {
      isGone = true
    }
  }, [id, state, pressed, language])
  return reason?.id === id ? reason.problem : null
}

/** A purchase that was stopped before anybody was asked to sign. Null: a place in line is shown instead. */
class Stopped extends Error {
  constructor(readonly problem: Problem | null) {
    super(`stopped before signing: ${problem?.kind ?? 'line'}`)
  }
}

/**
 * Has the wallet sign a purchase. The quote is taken again when the wallet is ready for the request, and nothing is signed when
 * it is above what was agreed to. Never rejects.
 *
 * @returns null once it is signed, or has a place in line, else why not
 */
async function signPurchase(purchase: Purchase): Promise<Problem | null> {
  const { network, buyer, dropId, quantity, language } = purchase
  // Somebody else may log in, and these be taken back, while the wallet gets ready.
  const user = getUser()
  const believed = refusedOf(network.chainId, buyer)
  let stopped: Stopped | null = null
  let quoted: Quote | null = null
  let isOver = false
  const actions = async () => {
    stopped = null
    press(dropId, 'preparing', purchase.agreed, buyer)
    try {
      const [fresh, isTurn] = await Promise.all([agreedQuote(purchase, believed), user ? maySign(user, dropId) : true])
      if (!isTurn) throw new Stopped(null)
      quoted = fresh
    } catch (error) {
      stopped = new Stopped(problemOf(error))
      // For an error of this kind no wallet shows a message of its own: the slip does.
      throw new WalletError('cancelled', stopped.message, '', { cause: error })
    }
    if (isOver) throw new WalletError('cancelled', 'the request was given up before it was made')
    press(dropId, 'wallet', quoted.deposit, buyer)
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
  } finally {
    isOver = true
  }
}

/**
 * Why the chain refused a purchase: explained best by what it depends on as it is now, such as how much is missing, or the price
 * it moved to.
 *
 * @param purchase what was pressed for on this page; null for nothing
 */
async function reasonOf(error: Explicable, purchase: Purchase | null, language: Language): Promise<Problem> {
  const found =
    error.kind === 'chain' && purchase ? await problemWith(agreedQuote({ ...purchase, refused: true })) : null
  if (found?.kind === 'moved' || found?.kind === 'refusal') return { ...found, isRefused: true }
  return explained(error, language)
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
const problemWith = (quoting: Promise<Quote>): Promise<Problem | null> => quoting.then(() => null, problemOf)

/** @param believed the purchases whose refusal is believed: what one of them has bought is not bought again */
async function agreedQuote(
  purchase: Purchase & { refused?: boolean },
  believed: readonly PurchaseRecord[] = [],
): Promise<Quote> {
  const { agreed, usd, network, buyer } = purchase
  const { chainId } = network
  const fresh = await quote(purchase).finally(() => noteMade(chainId, buyer, getAppData('availableDropsToClaim')))
  if (believed.some(({ id }) => isTakenBack(id))) throw new Stopped({ kind: 'made' })
  if (fresh.deposit > agreed) throw new Stopped({ kind: 'moved', deposit: fresh.deposit, agreed, usd })
  return fresh
}

/** Whether the chain has a purchase that was refused. */
const isTakenBack = (id: string): boolean => {
  const record = recordOf(id)
  return record !== null && isMade(record)
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof Stopped) return error.problem
  return error instanceof PurchaseRefused ? { kind: 'refusal', refusal: error.refusal } : { kind: 'unread' }
}
