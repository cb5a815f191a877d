import { useTexts } from '@fieldhouse/i18n'
import { Card, LAYERS } from '../card/Card'
import type { Deck } from '../card/deck'
import { openingStyles } from '../opening/styles'
import s from './structure.module.css'
import { texts } from './texts'

export interface AnatomyProps {
  deck: Deck
  /** The card that is taken apart: one of a tier with echoes. */
  templateId: number
  mint: number
}

/** A card layer by layer, each drawn on those before it: the page's first screen. */
export function Anatomy({ deck, templateId, mint }: AnatomyProps) {
  const { t } = useTexts(texts)
  return (
    <header className={`${openingStyles.opening} ${s.opening}`}>
      <h1 className={openingStyles.title}>{t('title')}</h1>
      <p className={openingStyles.text}>{t('opening')}</p>
      <ol>
        {LAYERS.map((layer) => (
          <li key={layer}>
            <div aria-hidden={layer !== 'cut'}>
              <Card deck={deck} templateId={templateId} mint={mint} upTo={layer} />
            </div>
            <p>
              <b>{t(`layer.${layer}`)}</b> <span>{t(`layer.${layer}Text`)}</span>
            </p>
          </li>
        ))}
      </ol>
    </header>
  )
}
