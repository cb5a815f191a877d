import type { ListedDrop } from '@fieldhouse/chain-data'
import { whenIdle } from '@fieldhouse/contract/browser'
import type { EditionLook } from '@fieldhouse/design'
import { usePressedBefore } from '@fieldhouse/edition-kit'
import { login, toast, useUser, warmUp } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { type FormsModule, loadForms } from './load'

/** The part of a page that buys, as it comes. */
export interface Buying {
  /** What a press of a drop's button does. */
  buy: (dropId: string) => void
  /** The drop whose press was heard and whose form is being fetched; empty for none. */
  pending: string
  /** What buys, once it is there. */
  module: FormsModule | undefined
  /** Says that it is. */
  show: (module: FormsModule) => void
}

/**
 * What buys: fetched for who is logged in once the page has nothing else to do, at a press, and for a link that was pressed
 * before the page's code was there.
 *
 * @param press what a press does once somebody is logged in; nothing happens when nobody logs in
 */
export function useBuying(press: (dropId: string) => void = () => {}): Buying {
  const t = useDropTexts()
  const user = useUser()
  const [pending, setPending] = useState('')
  const [module, show] = useState<FormsModule>()

  const buy = (dropId: string) => {
    setPending(dropId)
    loadForms()
      .then((loaded) => {
        show(loaded)
        void Promise.resolve(user ?? login()).then((found) => found && press(dropId))
      })
      .catch(() => toast({ kind: 'error', text: t('unloaded') }))
      .finally(() => setPending(''))
  }
  usePressedBefore(/^#buy-(\d+)$/, ([, dropId = '']) => buy(dropId))

  useEffect(() => {
    if (!user) return
    whenIdle(() => {
      warmUp()
      loadForms().then(show, () => {})
    })
  }, [user])

  return { buy, pending, module, show }
}

/** The purchase of the drops of a list, in dialogs, and their place. */
export function usePurchase(
  drops: readonly ListedDrop[] | null,
  look: EditionLook,
  pages: string,
): Pick<Buying, 'buy' | 'pending'> & { forms: ReactNode } {
  const [dropId, open] = useState('')
  const { buy, pending, module } = useBuying(open)
  const isOpen = module && drops && dropId !== ''
  const forms = isOpen && <module.PurchaseForms {...{ drops, look, pages, dropId }} onClose={() => open('')} />
  return { buy, pending, forms }
}
