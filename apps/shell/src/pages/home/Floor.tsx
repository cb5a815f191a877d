import { Card, linkStyles, type Storey } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { capitalized } from '@fieldhouse/i18n/words'
import s from './Floor.module.css'
import { homeTexts } from './texts'

interface FloorProps {
  storey: Storey
  /** From the ground floor, which is 1. */
  number: number
}

/** A floor, painted in its own colours, whatever the page's are. */
export function Floor({ storey: { look, deck, Floor: Painted, cards, words }, number }: FloorProps) {
  const { language } = useTexts(homeTexts)
  const { sport, text, enter } = words[language]
  const { edition } = look
  return (
    <section
      className={`${s.floor} ${number % 2 === 1 ? s.mirrored : ''}`}
      data-floor={edition}
      aria-labelledby={`floor-${edition}`}
    >
      <Painted />
      <p className={s.storey} aria-hidden="true">
        {number}
      </p>
      <div className={s.enter}>
        <h2 id={`floor-${edition}`}>{capitalized(sport)}</h2>
        <p>{text}</p>
        <a className={linkStyles.large} href={`/${edition}`}>
          {enter}
        </a>
      </div>
      <p className={s.number} aria-hidden="true">
        {look.side}
      </p>
      <div className={s.cards}>
        {cards.map((card, place) => (
          <div key={card.templateId}>
            <Card deck={deck} {...card} cut={place < 2 ? 'full' : 'small'} />
          </div>
        ))}
      </div>
    </section>
  )
}
