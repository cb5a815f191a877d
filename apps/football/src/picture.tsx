import { Portrait } from '@fieldhouse/design'
import type { PictureProps } from '@fieldhouse/edition-kit'
import { EditionPicture } from '@fieldhouse/editorial'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { HOME_CARDS } from './pages/home/cards'
import { CREW } from './pages/team/crew'

const texts = defineTexts({ en: { edition: 'Football' }, es: { edition: 'Fútbol americano' } })

const TEAM = CREW.slice(0, 3).map(({ who, ...portrait }) => <Portrait key={who} {...portrait} />)

export function Picture(props: PictureProps) {
  const { t } = useTexts(texts)
  return (
    <EditionPicture
      {...props}
      look={football}
      deck={footballDeck}
      floor={<FootballFloor />}
      name={t('edition')}
      cards={HOME_CARDS}
      art={props.page.path === '/football/team' ? TEAM : undefined}
    />
  )
}
