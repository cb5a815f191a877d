import { Card } from '@fieldhouse/design'
import { defineTexts } from '@fieldhouse/i18n'
import { basketballDeck } from '@fieldhouse/look-basketball'
import { footballDeck } from '@fieldhouse/look-football'

/** What the floors are called together. */
export const floorTexts = defineTexts({
  en: { floors: 'Football and basketball' },
  es: { floors: 'Fútbol americano y baloncesto' },
})

/** The rarest card of each floor. */
export const RAREST = [
  <Card key="football" deck={footballDeck} templateId={737636} mint={7} />,
  <Card key="basketball" deck={basketballDeck} templateId={726489} mint={3} />,
]
