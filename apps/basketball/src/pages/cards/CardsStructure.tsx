import { Anatomy, linkStyles, Supply, Tiers } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { Foil } from '../../islands/Foil'
import s from './CardsStructure.module.css'
import { Odds } from './islands/Odds'
import { ANATOMY, ONE_OF_EACH } from './shown'
import { texts } from './texts'

/** What a card is made of, its tiers, how many there are and how often a pack has one. */
export function CardsStructure() {
  const { t } = useTexts(texts)
  return (
    <article>
      <Island hidden of={Foil} when="intent" props={{}} />
      <Anatomy deck={basketballDeck} {...ANATOMY} />
      <Tiers look={basketball} deck={basketballDeck} cards={ONE_OF_EACH} />
      <Supply look={basketball} />
      <Island of={Odds} when="sight" props={{}} />
      <p className={s.packs}>
        <a className={linkStyles.text} href="/basketball#packs">
          {t('packs')}
        </a>
      </p>
    </article>
  )
}
