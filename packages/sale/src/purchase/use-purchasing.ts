import type { Drop } from '@fieldhouse/chain-data'
import { useTexts } from '@fieldhouse/i18n'
import { toast } from '@fieldhouse/wallet-login'
import { useEffect, useRef, useState } from 'react'
import { buyPacks, checkPurchase, type Purchase, type Step } from './buy-packs'
import { formTexts } from './form-texts'
import { type Problem, wordsOf } from './problem'

/** Where the form stands. */
export type Phase =
  | { name: 'ready' }
  /** @param deposit what is being paid, 10^-8 WAX: it stands, whatever the median does meanwhile; null for a mere look */
  | { name: 'busy'; step: Step; deposit: bigint | null }
  | { name: 'failed'; problem: Problem }
  | { name: 'done'; quantity: bigint; transactionId: string }

const READY: Phase = { name: 'ready' }

export interface Purchasing {
  phase: Phase
  /** Asks the wallet. Does nothing while a purchase is under way. */
  buy: (purchase: Purchase) => void
  /** Looks again at what speaks against a purchase, without asking the wallet. */
  check: (order: Omit<Purchase, 'agreed'>) => void
  /** Forgets how the last purchase ended. */
  reset: () => void
}

/** The purchases of one drop's form, one at a time. They go on while the form is closed, and when its page was left. */
export function usePurchasing(drop: Drop, isOpen: boolean): Purchasing {
  const { t } = useTexts(formTexts)
  const [phase, setPhase] = useState(READY)
  // A second press can come before the first one is shown.
  const busy = useRef(false)
  const shown = useRef(isOpen)
  useEffect(() => {
    shown.current = isOpen
    // A receipt that was read is not read again: the next opening is another purchase.
    if (!isOpen) setPhase((last) => (last.name === 'done' ? READY : last))
    return () => {
      shown.current = false
    }
  }, [isOpen])

  const run = async (deposit: bigint | null, work: () => Promise<Phase>) => {
    if (busy.current) return
    busy.current = true
    setPhase({ name: 'busy', step: 'preparing', deposit })
    setPhase(await work())
    busy.current = false
  }
  return {
    phase,
    buy: (purchase) =>
      void run(purchase.agreed, async () => {
        const outcome = await buyPacks(purchase, (step, deposit) => setPhase({ name: 'busy', step, deposit }))
        if ('problem' in outcome) {
          const { problem, isTold } = outcome
          if (!isTold && !shown.current) {
            const words = wordsOf(problem, drop.limitCooldown > 0, t, purchase.language)
            toast({ kind: 'error', text: `${drop.name}: ${words}` })
          }
          return { name: 'failed', problem }
        }
        toast({ kind: 'success', text: t('done', { count: Number(purchase.quantity) }) })
        return { name: 'done', quantity: purchase.quantity, transactionId: outcome.transactionId }
      }),
    check: (order) =>
      void run(null, async () => {
        const problem = await checkPurchase(order)
        return problem ? { name: 'failed', problem } : READY
      }),
    reset: () => {
      if (!busy.current) setPhase(READY)
    },
  }
}
