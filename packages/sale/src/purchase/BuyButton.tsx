import type { ListedDrop } from '@fieldhouse/chain-data'
import { whenIdle } from '@fieldhouse/contract/browser'
import { linkStyles } from '@fieldhouse/design'
import { reportUnloaded, usePressedBefore, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { login, toast, useUser, warmUp } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useState } from 'react'
import { stillTexts } from '../drops/still-texts'
import { useDropTexts } from '../drops/texts'
import s from './BuyButton.module.css'
import { loadSlip, type SlipModule, warmUpPurchase } from './load'
import type { SaleProps } from './use-slip'

export interface BuyButtonProps {
  /** The drop's id, or its mark. */
  id: string
  /** The drop's name: who hears the page hears many of these buttons, and must know each of them alone. */
  name: string
  /** One button of a sale is filled, the others are outlines. @default false */
  isOutlined?: boolean
  /** It was pressed, and what a press opens is being fetched. */
  isBusy: boolean
  onBuy: ((id: string) => void) | undefined
}

const buttonClass = (isOutlined: boolean) => `${linkStyles[isOutlined ? 'outline' : 'button']} ${s.button}`

/** 'Login to Buy' for a visitor, 'Buy' for a user. What it opens is fetched when a pointer or the focus comes near. */
export function BuyButton({ id, name, isOutlined = false, isBusy, onBuy }: BuyButtonProps): ReactNode {
  const t = useDropTexts()
  const user = useUser()
  const word = t(isBusy ? 'wait' : user ? 'buy' : 'login')
  return (
    <button
      type="button"
      aria-label={`${word}: ${name}`}
      className={buttonClass(isOutlined)}
      aria-busy={isBusy}
      onClick={() => onBuy?.(id)}
      onPointerEnter={warmUpPurchase}
      onFocus={warmUpPurchase}
    >
      {word}
    </button>
  )
}

/** Id of the element that a drop's link goes to while the page's code is not there: the press stands in the address. */
export const pressedId = (dropId: string): string => `buy-${dropId}`

/**
 * In a partial, a buy button is a link to a place of its own: a press goes there at once, which changes its words, and
 * `useBuying` finds it in the address when the page's code is there. Without script it says what it needs.
 */
export function BuyLink({ id, name, isOutlined = false }: Pick<BuyButtonProps, 'id' | 'name' | 'isOutlined'>) {
  const t = useDropTexts()
  const { t: still } = useTexts(stillTexts)
  return (
    <>
      <i id={pressedId(id)} className={s.pressed} />
      <a className={buttonClass(isOutlined)} href={`#${pressedId(id)}`} aria-label={`${t('login')}: ${name}`}>
        <span className={s.word}>{t('login')}</span>
        <span className={s.wait}>{t('wait')}</span>
      </a>
      <noscript>
        <p>{still('needsScript')}</p>
      </noscript>
    </>
  )
}

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
  const { report } = useRoot()
  const [pending, setPending] = useState('')
  const [module, show] = useState<SlipModule>()

  const buy = (dropId: string) => {
    setPending(dropId)
    loadSlip()
      .then((loaded) => {
        show(loaded)
        void Promise.resolve(user ?? login()).then((found) => found && onReady(dropId))
      })
      .catch((error) => {
        toast({ kind: 'error', text: t('unloaded') })
        reportUnloaded(report, 'the order slip', error)
      })
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
export function usePurchase(drops: readonly ListedDrop[] | null, sale: Omit<SaleProps, 'drops'>) {
  const [dropId, open] = useState('')
  const { buy, pending, module } = useBuying(open)
  const isOpen = module && drops && dropId !== ''
  const dialog = isOpen && <module.SlipDialog {...sale} drops={drops} dropId={dropId} onClose={() => open('')} />
  return { buy, pending, dialog }
}
