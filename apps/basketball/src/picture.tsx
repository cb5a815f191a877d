import type { PictureProps } from '@fieldhouse/edition-kit'
import { EditionPicture } from '@fieldhouse/editorial'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { HOME_CARDS } from './pages/home/cards'

const texts = defineTexts({ en: { edition: 'Basketball' }, es: { edition: 'Baloncesto' } })

export function Picture(props: PictureProps) {
  const { t } = useTexts(texts)
  return (
    <EditionPicture
      {...props}
      look={basketball}
      deck={basketballDeck}
      floor={<BasketballFloor />}
      name={t('edition')}
      cards={HOME_CARDS}
    />
  )
}
