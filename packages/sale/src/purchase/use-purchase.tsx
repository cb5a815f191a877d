import type { ListedDrop } from '@fieldhouse/chain-data'
import { whenIdle } from '@fieldhouse/contract/browser'
import type { EditionLook } from '@fieldhouse/design'
import { usePressedBefore } from '@fieldhouse/edition-kit'
import { login, toast, useUser, warmUp } from '@fieldhouse/wallet-login'
import { useEffect, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { loadSlip, type SlipModule } from './load'

/**
 * Fetches what buys: for a user once the page has nothing else to do, at a press, and for a link that was pressed before the
 * page's code was there.
 *
 * @param onReady called with the pressed drop's id once somebody is logged in; not when nobody logs in
 * @returns `buy` for a button's press; `pending`, the drop whose press waits for the slip's code, empty for none; `module`, that
 * code; `show`, which takes it from whoever else has fetched it
 */
export function useBuying(onReady: (dropId: string) => void = () => {}) {
  const t = useDropTexts()
  const user = useUser()
  const [pending, setPending] = useState('')
  const [module, show] = useState<SlipModule>()

  const buy = (dropId: string) => {
    setPending(dropId)
    loadSlip()
      .then((loaded) => {
        show(loaded)
        void Promise.resolve(user ?? login()).then((found) => found && onReady(dropId))
      })
      .catch(() => toast({ kind: 'error', text: t('unloaded') }))
      .finally(() => setPending(''))
  }
  usePressedBefore(/^#buy-(\d+)$/, ([, dropId = '']) => buy(dropId))

  useEffect(() => {
    if (!user) return
    whenIdle(() => {
      warmUp()
      loadSlip().then(show, () => {})
    })
  }, [user])

  return { buy, pending, module, show }
}

/** The purchase of the drops of a list, whose slips open in a dialog. */
export function usePurchase(drops: readonly ListedDrop[] | null, look: EditionLook, pages: string) {
  const [dropId, open] = useState('')
  const { buy, pending, module } = useBuying(open)
  const isOpen = module && drops && dropId !== ''
  const dialog = isOpen && <module.SlipDialog {...{ drops, look, pages, dropId }} onClose={() => open('')} />
  return { buy, pending, dialog }
}
