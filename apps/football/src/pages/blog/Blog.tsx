import { Card } from '@fieldhouse/design'
import { Blog as Posts } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import { InnerPage } from '../../InnerPage'
import { texts } from './texts'

export function Blog() {
  const { t } = useTexts(texts)
  return (
    <InnerPage>
      <Posts
        title={t('title')}
        opening={t('opening')}
        floor={<FootballFloor />}
        card={<Card deck={footballDeck} templateId={700278} mint={9214} />}
      />
    </InnerPage>
  )
}
