import { linkStyles, openingStyles, Portrait, Section, SiteLink } from '@fieldhouse/design'
import { definePage, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { CREW, ON_THE_BENCH } from './crew'
import s from './Team.module.css'
import { texts } from './texts'

const DRAWER = CREW.find(({ who }) => who === 'cards')?.name.split(' ')[0] ?? ''

/** The team photo, and who is in it. */
function Team() {
  const { t } = useTexts(texts)
  const { settings } = useRoot()
  return (
    <InnerPage next="blog">
      <header className={`${openingStyles.opening} ${s.photo}`}>
        <FootballFloor />
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening', { drawer: DRAWER })}</p>
        <ul aria-label={t('photo')}>
          {CREW.map(({ who, ...portrait }, index) => (
            <li key={who} className={index < ON_THE_BENCH ? s.bench : s.before}>
              <Portrait {...portrait} />
            </li>
          ))}
        </ul>
      </header>
      <Section id="roster" look={football} index={1} title={t('roster')} text={t('rosterText')}>
        <table className={s.roster}>
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('plays')}</th>
              <th scope="col">{t('does')}</th>
            </tr>
          </thead>
          <tbody>
            {CREW.toSorted((a, b) => a.number - b.number).map(({ who, name, number }) => (
              <tr key={who}>
                <td>{number}</td>
                <th scope="row">{name}</th>
                <td>{t(`who.${who}`)}</td>
                <td>{t(`who.${who}Does`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={s.invented}>{t('invented')}</p>
        <SiteLink external className={linkStyles.text} href={settings.links.community}>
          {t('ask')}
        </SiteLink>
      </Section>
    </InnerPage>
  )
}

export const page = definePage({
  path: '/football/team',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 5,
    name: { en: 'The Team', es: 'El equipo' },
    text: { en: 'Who makes all this', es: 'Quién hace todo esto' },
  },
  title: { en: 'The Team', es: 'El equipo' },
  description: {
    en: 'Who makes @setting/product@, and how to reach the people who can fix things.',
    es: 'Quién hace @setting/product@ y cómo dar con quien puede arreglar las cosas.',
  },
  Main: Team,
})
