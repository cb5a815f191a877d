import { CardOutline } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Beam.module.css'
import { CardLink } from './CardLink'
import { Many } from './Many'
import { texts } from './texts'

const HOOKS = ['first', 'second', 'third'] as const

export interface BeamProps extends EditionCards {
  /** Those of the rarest tier, the first of which hang; null while they are not known. */
  cards: readonly OwnCard[] | null
  /** Whether they are being read: else the hooks are free. */
  isAwaited: boolean
  /** Whether a free hook says that there is room. */
  isOwn: boolean
  /** What stands beside them. */
  children: ReactNode
}

/** The page's first screen: what is said of the collection, and its rarest cards on the beam, with a hook that is free. */
export function Beam({ look, deck, cards, isAwaited, isOwn, children }: BeamProps) {
  const { t } = useTexts(texts)
  return (
    <section className={s.beam}>
      <div className={s.head}>{children}</div>
      {cards && cards.length > HOOKS.length ? (
        <Many look={look} deck={deck} cards={cards} />
      ) : (
        <ul className={s.hang}>
          {HOOKS.map((hook, place) => {
            const card = cards?.[place]
            return (
              <li key={hook}>
                {card ? (
                  <CardLink card={card} deck={deck} edition={look.edition} />
                ) : (
                  <>
                    <CardOutline tier={5} isAwaited={isAwaited} />
                    {isOwn && place === cards?.length && <p>{t(`room.${hook}`)}</p>}
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
