import type { ListedDrop } from '@fieldhouse/chain-data'
import { toast, useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { type Forms, loadForms, warmUpPurchase } from './load'
import { takePressed } from './pressed'

/** The purchase of drops. */
export interface DropPurchase {
  /** What a press of a drop's button does. */
  buy: (dropId: string) => void
  /** The drop whose press was heard and whose form is being fetched; empty for none. */
  pending: string
  /** The place of the forms that it opens. */
  forms: ReactNode
}

/** The purchase of drops, of one whose link was pressed before the page's code was there too. */
export function usePurchase(drops: readonly ListedDrop[] | null): DropPurchase {
  const t = useDropTexts()
  const user = useUser()
  const [forms, setForms] = useState<Forms>()
  const [pending, setPending] = useState('')

  const buy = (dropId: string) => {
    setPending(dropId)
    loadForms()
      .then(
        ({ openForm }) => void openForm(dropId, setForms),
        () => toast({ kind: 'error', text: t('unloaded') }),
      )
      .finally(() => setPending(''))
  }
  const buyPressed = useEffectEvent(() => {
    const pressed = takePressed()
    if (pressed) buy(pressed)
  })
  useEffect(() => {
    buyPressed()
    // The links stand there until the live drops do.
    addEventListener('hashchange', buyPressed)
    return () => removeEventListener('hashchange', buyPressed)
  }, [])

  useEffect(() => {
    // Safari has no idle callback.
    if (user) (globalThis.requestIdleCallback ?? setTimeout)(warmUpPurchase)
  }, [user])

  return { buy, pending, forms: forms && drops && <forms.Component {...forms} drops={drops} /> }
}
