import { type Drop, gatewayNow } from '@fieldhouse/chain-data'
import { afterPurchase, holdPurchases, pendingOf } from '@fieldhouse/chain-data/purchase'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { textsIn, useTexts } from '@fieldhouse/i18n'
import { explain, toast, type User, useUser } from '@fieldhouse/wallet-login'
import { settle, settleKept } from '@fieldhouse/wallets'
import { useEffect } from 'react'
import { buyPacks, checkPurchase, type Purchase } from './buy-packs'
import { formTexts } from './form-texts'
import { guardLeaving } from './leaving'
import {
  boughtElsewhere,
  changeOrder,
  finishOrder,
  followOtherTabs,
  type Order,
  orderOf,
  type Phase,
  useOrder,
} from './orders'
import { wordsOf } from './problem'

const READY: Phase = { name: 'ready' }

/** The drops whose form is open. */
const shown = new Set<string>()

/** Tells of packs that were bought while their form is closed: in an open one stands the receipt, which a toast would cover. */
function tellBought(dropId: string, text: string): void {
  if (!shown.has(dropId)) toast({ kind: 'success', text })
}

export interface Purchasing extends Order {
  write: (written: string) => void
  /** Asks the wallet. Does nothing while a purchase is under way. */
  buy: (purchase: Purchase) => void
  /** Looks again at what speaks against a purchase, without asking the wallet. */
  check: (order: Omit<Purchase, 'agreed'>) => void
  /** Forgets how the last purchase ended. */
  reset: () => void
}

/** The purchases of one drop, one at a time. They go on while the form is closed, and when its page was left. */
export function usePurchasing(drop: Drop, isOpen: boolean): Purchasing {
  const { t } = useTexts(formTexts)
  const { id } = drop
  const order = useOrder(id)
  const user = useUser()
  const account = user?.accountName
  const setPhase = (phase: Phase) => changeOrder(id, { phase })
  useEffect(() => {
    if (!isOpen) return
    shown.add(id)
    return () => {
      shown.delete(id)
      // A receipt that was read is not read again: the next opening is another purchase.
      if (orderOf(id).phase.name === 'done') changeOrder(id, { phase: READY })
    }
  }, [id, isOpen])
  useEffect(() => (account ? followOtherTabs(account) : undefined), [account])

  const run = async (deposit: bigint | null, work: () => Promise<Phase | null>) => {
    // A second press can come before the first one is shown.
    if (orderOf(id).phase.name === 'busy') return
    setPhase({ name: 'busy', step: 'preparing', deposit, since: gatewayNow() })
    const phase = await work()
    if (phase) setPhase(phase)
  }
  return {
    ...order,
    write: (written) => changeOrder(id, { written }),
    buy: (purchase) =>
      void run(purchase.agreed, async () => {
        const stop = guardLeaving({
          window,
          ask: () => window.confirm(t('leaving')),
          launches: () => user?.wallet === 'anchor',
        })
        const outcome = await buyPacks(
          purchase,
          (step, deposit) => setPhase({ name: 'busy', step, deposit, since: gatewayNow() }),
          () => boughtElsewhere(id, purchase.buyer) !== undefined,
        )
        stop()
        if ('problem' in outcome) {
          const { problem, isTold } = outcome
          const elsewhere = problem.kind === 'elsewhere' && boughtElsewhere(id, purchase.buyer)
          if (elsewhere) {
            finishOrder(elsewhere)
            return null
          }
          if (!isTold && !shown.has(id)) {
            const words = wordsOf(problem, drop.limitCooldown > 0, t, purchase.language)
            toast({ kind: 'error', text: drop.name, more: words })
          }
          return { name: 'failed', problem }
        }
        tellBought(id, t('done', { count: Number(purchase.quantity) }))
        finishOrder(outcome.bought)
        return null
      }),
    check: (asked) =>
      void run(null, async () => {
        const problem = await checkPurchase(asked)
        return problem ? { name: 'failed', problem } : READY
      }),
    reset: () => {
      if (orderOf(id).phase.name !== 'busy') setPhase(READY)
    },
  }
}

/**
 * Finds out what became of the purchases that an account had signed and whose end this browser does not know, and tells it:
 * when the visitor comes back, and when it is asked for. Another tab that is at it is left alone.
 */
export async function resumePurchases(
  { accountName: account }: User,
  network: NetworkSettings,
  language: Language,
): Promise<void> {
  if (pendingOf(account).length === 0) return
  const release = await holdPurchases()
  if (!release) return
  const t = textsIn(formTexts, language)
  try {
    for (const pending of pendingOf(account)) {
      const { dropId, dropName, quantity, deposit } = pending
      changeOrder(dropId, {
        written: quantity,
        phase: { name: 'busy', step: 'settling', deposit: BigInt(deposit), since: gatewayNow() },
      })
      const settled = await settleKept(pending, settle)
      if (settled.name === 'bought') {
        finishOrder(settled.bought)
        tellBought(dropId, t('done', { count: Number(quantity) }))
        // Whatever is known was read by a page that is as old as the purchase, or after it.
        const before = { userWaxBalance: null, availableDropsToClaim: null }
        afterPurchase({ network, account, before, block: settled.block }).catch(() => {})
      } else if (settled.name === 'unclear') {
        changeOrder(dropId, { phase: { name: 'failed', problem: { kind: 'unclear' } } })
      } else {
        const { title, text } = await explain(settled.error, language).catch(() => ({
          title: dropName,
          text: t('notBought'),
        }))
        changeOrder(dropId, { phase: { name: 'failed', problem: { kind: 'said', title, text } } })
        toast({ kind: 'error', text: `${dropName}: ${t('notBought')}`, more: `${title}. ${text}` })
      }
    }
  } finally {
    release()
  }
}
