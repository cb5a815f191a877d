import type { ListedDrop } from '@fieldhouse/chain-data'
import { toast, useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { type Forms, loadForms, warmUpPurchase } from './load'

/** The purchase of drops: what a press of a drop's button does, and the place of the forms that it opens. */
export function usePurchase(drops: readonly ListedDrop[] | null): [buy: (dropId: string) => void, forms: ReactNode] {
  const t = useDropTexts()
  const user = useUser()
  const [forms, setForms] = useState<Forms>()

  useEffect(() => {
    // Safari has no idle callback.
    if (user) (globalThis.requestIdleCallback ?? setTimeout)(warmUpPurchase)
  }, [user])

  return [
    (dropId) =>
      loadForms().then(
        ({ openForm }) => openForm(dropId, setForms),
        () => toast({ kind: 'error', text: t('unloaded') }),
      ),
    forms && drops && <forms.Component {...forms} drops={drops} />,
  ]
}
