import { toast } from '@fieldhouse/wallet-login'
import { useRef, useState } from 'react'
import { useOwnTexts } from '../texts/use-own-texts'
import { buyPacks, checkPurchase, type Purchase, type Step } from './buy-packs'
import { formTexts } from './form-texts'
import type { Problem } from './problem'

/** Where the form stands. */
export type Phase =
  | { name: 'ready' }
  /** @param deposit what is being paid, 10^-8 WAX: it stands, whatever the median does meanwhile */
  | { name: 'busy'; step: Step; deposit: bigint }
  | { name: 'failed'; problem: Problem }
  | { name: 'done'; quantity: bigint; transactionId: string }

const READY: Phase = { name: 'ready' }

export interface Purchasing {
  phase: Phase
  /** Asks the wallet. Does nothing while a purchase is under way. */
  buy: (purchase: Purchase) => void
  /** Looks again at what speaks against a purchase, without asking the wallet. */
  check: (purchase: Purchase) => void
  /** Forgets how the last purchase ended. */
  reset: () => void
}

/** The purchases of one form, one at a time. They go on while the form is closed. */
export function usePurchasing(): Purchasing {
  const t = useOwnTexts('purchase', formTexts)
  const [phase, setPhase] = useState(READY)
  // A second press can come before the first one is shown.
  const busy = useRef(false)

  const run = async ({ agreed }: Purchase, work: () => Promise<Phase>) => {
    if (busy.current) return
    busy.current = true
    setPhase({ name: 'busy', step: 'preparing', deposit: agreed })
    setPhase(await work())
    busy.current = false
  }
  return {
    phase,
    buy: (purchase) =>
      void run(purchase, async () => {
        const outcome = await buyPacks(purchase, (step, deposit) => setPhase({ name: 'busy', step, deposit }))
        if ('problem' in outcome) return { name: 'failed', problem: outcome.problem }
        toast({ kind: 'success', text: t('done', { count: Number(purchase.quantity) }) })
        return { name: 'done', quantity: purchase.quantity, transactionId: outcome.transactionId }
      }),
    check: (purchase) =>
      void run(purchase, async () => {
        const problem = await checkPurchase(purchase)
        return problem ? { name: 'failed', problem } : READY
      }),
    reset: () => {
      if (!busy.current) setPhase(READY)
    },
  }
}
