import type { Drop } from '@fieldhouse/chain-data'
import { useTexts } from '@fieldhouse/i18n'
import { toast } from '@fieldhouse/wallet-login'
import { useEffect } from 'react'
import { buyPacks, checkPurchase, type Purchase } from './buy-packs'
import { formTexts } from './form-texts'
import { changeOrder, type Order, orderOf, type Phase, useOrder } from './orders'
import { wordsOf } from './problem'

const READY: Phase = { name: 'ready' }

/** The drops whose form is open. */
const shown = new Set<string>()

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

  const run = async (deposit: bigint | null, work: () => Promise<Phase>) => {
    // A second press can come before the first one is shown.
    if (orderOf(id).phase.name === 'busy') return
    setPhase({ name: 'busy', step: 'preparing', deposit })
    setPhase(await work())
  }
  return {
    ...order,
    write: (written) => changeOrder(id, { written }),
    buy: (purchase) =>
      void run(purchase.agreed, async () => {
        const outcome = await buyPacks(purchase, (step, deposit) => setPhase({ name: 'busy', step, deposit }))
        if ('problem' in outcome) {
          const { problem, isTold } = outcome
          if (!isTold && !shown.has(id)) {
            const words = wordsOf(problem, drop.limitCooldown > 0, t, purchase.language)
            toast({ kind: 'error', text: `${drop.name}: ${words}` })
          }
          return { name: 'failed', problem }
        }
        toast({ kind: 'success', text: t('done', { count: Number(purchase.quantity) }) })
        return { name: 'done', quantity: purchase.quantity, transactionId: outcome.transactionId }
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
