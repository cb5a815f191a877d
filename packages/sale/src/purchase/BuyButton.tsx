import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useUser } from '@fieldhouse/wallet-login'
import type { ReactNode } from 'react'
import { useDropTexts } from '../drops/texts'
import s from './BuyButton.module.css'
import { warmUpPurchase } from './load'
import { pressedId } from './pressed'

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

/**
 * 'Login to Buy' for a visitor, 'Buy' for a user. What it opens is fetched when a pointer or the focus comes near.
 *
 * While prerendering it is a link to a place of its own: a press goes there at once, which changes its words, and
 * `usePurchase` finds it in the address when the page's code is there. Without script it says what it needs.
 */
export function BuyButton({ id, name, isOutlined = false, isBusy, onBuy }: BuyButtonProps): ReactNode {
  const t = useDropTexts()
  const user = useUser()
  const { prerendering } = useRoot()
  const className = `${linkStyles[isOutlined ? 'outline' : 'button']} ${s.button}`
  const named = <span className="fh-hidden">{`: ${name}`}</span>
  if (prerendering) {
    return (
      <>
        <i id={pressedId(id)} className={s.pressed} />
        <a className={className} href={`#${pressedId(id)}`}>
          <span className={s.word}>{t('login')}</span>
          <span className={s.wait}>{t('wait')}</span>
          {named}
        </a>
        <p className={s.unscripted}>{t('unscripted')}</p>
      </>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-busy={isBusy}
      onClick={() => onBuy?.(id)}
      onPointerEnter={warmUpPurchase}
      onFocus={warmUpPurchase}
    >
      {t(isBusy ? 'wait' : user ? 'buy' : 'login')}
      {named}
    </button>
  )
}
