import { linkStyles } from '@fieldhouse/design'
import { useUser } from '@fieldhouse/wallet-login'
import type { ReactNode } from 'react'
import { useDropTexts } from '../drops/texts'
import { warmUpPurchase } from './load'

export interface BuyButtonProps {
  /** The drop's id. */
  id: string
  /** The drop's name, for those who hear the button alone. */
  name: string
  onBuy: ((id: string) => void) | undefined
}

/** 'Login to Buy' for a visitor, 'Buy' for a user. What it opens is fetched when a pointer or the focus comes near. */
export function BuyButton({ id, name, onBuy }: BuyButtonProps): ReactNode {
  const t = useDropTexts()
  const user = useUser()
  return (
    <button
      type="button"
      className={linkStyles.button}
      onClick={() => onBuy?.(id)}
      onPointerEnter={warmUpPurchase}
      onFocus={warmUpPurchase}
    >
      {t(user ? 'buy' : 'login')}
      <span className="fh-hidden">{`: ${name}`}</span>
    </button>
  )
}
