import { Card, linkStyles, PackWrappers } from '@fieldhouse/design'
import { type AppStorey, useRoot } from '@fieldhouse/edition-kit'
import { type EditionProps, homePath, nameOf, type StandardEdition } from './edition'
import { withProps } from './pages'
import s from './Storey.module.css'

interface FloorProps extends EditionProps {
  /** From the ground floor, which is 1. */
  number: string
}

/** Its floor on the front page, painted in its own colours, whatever the page's are; with the wrapper of its packs, for the gate. */
function StoreyFloor({ edition, number }: FloorProps) {
  const { look, deck, Floor: Painted, storey } = edition
  const { language } = useRoot().page
  const { text, enter } = storey.words[language]
  return (
    <section
      className={s.floor}
      data-floor={look.edition}
      data-number={number}
      aria-labelledby={`floor-${look.edition}`}
    >
      <Painted />
      <PackWrappers looks={[look]} />
      <p className={s.storey} aria-hidden="true">
        {number}
      </p>
      <div className={s.enter}>
        <h2 id={`floor-${look.edition}`}>{nameOf(edition)[language]}</h2>
        <p>{text}</p>
        <a className={linkStyles.large} href={homePath(edition)}>
          {enter}
        </a>
      </div>
      <p className={s.number} aria-hidden="true">
        {look.side}
      </p>
      <div className={s.cards}>
        {storey.cards.map((card, place) => (
          <div key={card.templateId}>
            <Card deck={deck} {...card} cut={place < 2 ? 'full' : 'small'} />
          </div>
        ))}
      </div>
    </section>
  )
}

const Painted = ({ edition: { Floor } }: EditionProps) => <Floor />

/** What pages of other releases show of it. */
export function storeyOf(edition: StandardEdition): AppStorey {
  const { texts, storey } = edition
  const { en, es } = storey.words
  return {
    Floor: withProps<{ number: string }, EditionProps>(StoreyFloor, { edition }),
    Painted: withProps<object, EditionProps>(Painted, { edition }),
    sport: { en: texts.en.sport, es: texts.es.sport },
    ground: { en: en.ground, es: es.ground },
  }
}
