import { Card } from '@fieldhouse/design'
import { Blog as Posts } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketballDeck } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../InnerPage'
import { texts } from './texts'

export function Blog() {
  const { t } = useTexts(texts)
  return (
    <InnerPage>
      <Posts
        title={t('title')}
        opening={t('opening')}
        floor={<BasketballFloor />}
        card={<Card deck={basketballDeck} templateId={704444} mint={118} />}
      />
    </InnerPage>
  )
}
