import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import type { ReactNode } from 'react'
import { useDropTexts } from '../drops/texts'
import { unscriptedTexts } from '../drops/unscripted-texts'
import s from './BuyButton.module.css'
import { warmUpPurchase } from './load'

export interface BuyButtonProps {
  /** The drop's id, or its mark. */
  id: string
  /** The drop's name: who hears the page hears many of these buttons, and must know each of them alone. */
  name: string
  /** One button of a sale is filled, the others are outlines. @default false */
  isOutlined?: boolean
  /** Its press was heard, and what answers it is being fetched. */
  isBusy: boolean
  onBuy: ((id: string) => void) | undefined
}

/** One button of a sale is filled. */
export const buttonClass = (isOutlined: boolean) => `${linkStyles[isOutlined ? 'outline' : 'button']} ${s.button}`

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
const pressedId = (dropId: string): string => `buy-${dropId}`

/**
 * In a partial, a buy button is a link to a place of its own: a press goes there at once, which changes its words, and
 * `usePurchase` finds it in the address when the page's code is there. Without script it says what it needs.
 */
export function BuyLink({ id, name, isOutlined = false }: Pick<BuyButtonProps, 'id' | 'name' | 'isOutlined'>) {
  const t = useDropTexts()
  const { t: unscripted } = useTexts(unscriptedTexts)
  return (
    <>
      <i id={pressedId(id)} className={s.pressed} />
      <a className={buttonClass(isOutlined)} href={`#${pressedId(id)}`} aria-label={`${t('login')}: ${name}`}>
        <span className={s.word}>{t('login')}</span>
        <span className={s.wait}>{t('wait')}</span>
      </a>
      <p className={s.unscripted}>{unscripted('buying')}</p>
    </>
  )
}
