import type { ListedDrop } from '@fieldhouse/chain-data'
import { whenIdle } from '@fieldhouse/contract/browser'
import type { EditionLook } from '@fieldhouse/design'
import { usePressedBefore } from '@fieldhouse/edition-kit'
import { toast, type User, useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { type Forms, type FormsModule, loadForms } from './load'

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
 * @param press what a press does then
 */
export function useBuying(press: (module: FormsModule, dropId: string, user: User | null) => void): Buying {
  const t = useDropTexts()
  const user = useUser()
  const [pending, setPending] = useState('')
  const [module, show] = useState<FormsModule>()

  const fetchForms = (use: (loaded: FormsModule) => void) =>
    loadForms().then((loaded) => {
      show(loaded)
      use(loaded)
    })
  const buy = (dropId: string) => {
    setPending(dropId)
    fetchForms((loaded) => press(loaded, dropId, user))
      .catch(() => toast({ kind: 'error', text: t('unloaded') }))
      .finally(() => setPending(''))
  }
  usePressedBefore(/^#buy-(\d+)$/, ([, dropId = '']) => buy(dropId))

  const ready = useEffectEvent(() => {
    fetchForms((loaded) => loaded.ready()).catch(() => {})
  })
  useEffect(() => {
    if (user) whenIdle(() => ready())
  }, [user])

  return { buy, pending, module, show }
}

/** The purchase of the drops of a list. */
export interface DropPurchase extends Pick<Buying, 'buy' | 'pending'> {
  /** The place of the forms that it opens. */
  forms: ReactNode
}

/** The purchase of the drops of a list, in dialogs. */
export function usePurchase(drops: readonly ListedDrop[] | null, look: EditionLook, pages: string): DropPurchase {
  const [forms, setForms] = useState<Forms>()
  const { buy, pending } = useBuying(({ openForm }, dropId) => void openForm(dropId, setForms))
  return {
    buy,
    pending,
    forms: forms && drops && <forms.Component {...forms} drops={drops} look={look} pages={pages} />,
  }
}
