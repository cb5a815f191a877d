import { useTexts } from '@fieldhouse/i18n'
import { useDropTexts } from '../drops/texts'
import { type BuyButtonProps, buttonClass } from './BuyButton'
import s from './BuyButton.module.css'
import { unscriptedTexts } from './link-texts'

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
