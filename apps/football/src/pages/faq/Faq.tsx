import { WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { cardTexts, openingStyles, type Question, Questions } from '@fieldhouse/design'
import { Island, usePages, useRoot } from '@fieldhouse/edition-kit'
import { percent } from '@fieldhouse/editorial'
import { type TextKey, useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { ARMBAND, PACK_SHARES, PLAYS, RENTAL, SEASON, TIER_POINTS } from '../../facts'
import { InnerPage } from '../../InnerPage'
import s from './Faq.module.css'
import { Search } from './islands/Search'
import { GROUPS, type Group, MORE, type QuestionId } from './questions'
import { texts } from './texts'

const groups = Object.entries(GROUPS) as [Group, readonly QuestionId[]][]
const all = groups.reduce((sum, [, questions]) => sum + questions.length, 0)

/** Questions and short answers: what is typed is the headline. */
export function Faq() {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { settings, page } = useRoot()
  const pages = usePages()
  const values = {
    ...SEASON,
    product: settings.product,
    side: football.side,
    rarest: card('tier5'),
    plainest: card('tier1'),
    top: TIER_POINTS[5],
    least: TIER_POINTS[1],
    catch: PLAYS.catch.points,
    armband: ARMBAND,
    prizes: percent(PACK_SHARES.prizes, language),
    wait: WALLET_SESSION_TIMEOUT / 60_000,
    most: RENTAL.mostNights,
    fee: percent(RENTAL.feeBps / 100, language),
  }
  const answered = (id: QuestionId): Question => {
    const more = pages.find(({ path }) => path === MORE[id])
    return {
      id,
      question: t(`${id}.q`, values),
      answer: ['a', 'b'].flatMap((part) =>
        `${part}` in texts.en[id] ? [t(`${id}.${part}` as TextKey<typeof texts>, values)] : [],
      ),
      ...(more && { more: { href: more.path, name: more.title[language] } }),
    }
  }
  return (
    <InnerPage>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        <FootballFloor />
        <h1>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        <Island of={Search} when="idle" props={{ all }} />
      </header>
      <Questions
        path={page.route ?? ''}
        groups={groups.map(([id, questions]) => ({ id, name: t(`group.${id}`), questions: questions.map(answered) }))}
        community={settings.links.community}
      />
    </InnerPage>
  )
}
