import { Card, cardTexts, openingStyles, Section, TIERS } from '@fieldhouse/design'
import { type TextKey, useTexts } from '@fieldhouse/i18n'
import { football, footballDeck } from '@fieldhouse/look-football'
import { ARMBAND, LINK, PLAYS, type Play, TIER_POINTS } from '../../facts'
import { InnerPage } from '../../InnerPage'
import { PLAIN, RICH, SIDE } from '../../sides/examples'
import { cardPoints, linkedTeams, sumOf } from '../../sides/scoring'
import { usePlays } from '../../sides/use-plays'
import { Bar } from './Bar'
import { BoardArt } from './BoardArt'
import s from './OurSystem.module.css'
import { texts } from './texts'

const side = football.side

/** How a night is scored: one side on the chalkboard, added up. */
export function OurSystem() {
  return (
    <InnerPage>
      <header className={`${openingStyles.opening} ${s.slate}`}>
        <Board />
      </header>
      <Sum />
      <Worth />
      <Rules />
      <Beats />
    </InnerPage>
  )
}

function Board() {
  const { t } = useTexts(texts)
  const says = usePlays()
  return (
    <>
      <h1 className={openingStyles.title}>{t('title', { side })}</h1>
      <p className={openingStyles.text}>{t('opening', { side })}</p>
      <div className={s.board}>
        <BoardArt />
        <ol>
          {SIDE.map((placed, index) => (
            <li key={placed.templateId}>
              {index === 0 && (
                <abbr className={s.captain} title={t('captain')}>
                  C
                </abbr>
              )}
              <Card deck={footballDeck} templateId={placed.templateId} mint={placed.mint} cut="small" />
              <p>
                <b>{cardPoints(placed)}</b> <span>{says(placed.did)}</span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

function Sum() {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { plays, tiers, links, armband, total } = sumOf(SIDE)
  const steps = TIERS.filter((tier) => TIER_POINTS[tier] > 0).map((tier) =>
    t('tierText', { points: TIER_POINTS[tier], tier: card(`tier${tier}`) }),
  )
  const rows = [
    [t('plays'), t('playsText', { side }), plays],
    [t('tier'), steps.join(', '), `+ ${tiers}`],
    [t('links'), t('linksText', { ...LINK, count: linkedTeams(SIDE).length }), `+ ${links}`],
    [t('armband'), t('armbandText', { armband: ARMBAND }), `+ ${armband}`],
  ] as const
  return (
    <section className={s.sum} aria-label={t('sum')}>
      <dl>
        {rows.map(([name, text, points]) => (
          <div key={name}>
            <dt>
              {name} <span>{text}</span>
            </dt>
            <dd>{points}</dd>
          </div>
        ))}
        <div>
          <dt>{t('total')}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      <p>{t('check', { board: plays + tiers })}</p>
    </section>
  )
}

function Worth() {
  const { t } = useTexts(texts)
  const plays = Object.entries(PLAYS) as [Play, (typeof PLAYS)[Play]][]
  return (
    <Section id="worth" look={football} index={1} title={t('worth')} text={t('worthText', { plays: plays.length })}>
      <dl className={s.worth}>
        {plays.map(([play, { points, per }]) => (
          <div key={play}>
            <dt>{t(`play.${play}`, { per })}</dt>
            <dd>{t('worthPoints', { count: points })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const RULES = [1, 2, 3, 4, 5] as const

function Rules() {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const values = {
    ...LINK,
    side,
    tier: card('tier5'),
    top: TIER_POINTS[5],
    catch: PLAYS.catch.points,
    armband: ARMBAND,
  }
  const say = (key: TextKey<typeof texts>) => t(key, values)
  return (
    <Section id="rules" look={football} index={2} title={t('rules')} text={t('rulesText')}>
      <ol className={s.rules}>
        {RULES.map((rule) => (
          <li key={rule}>
            <h3>{say(`rule${rule}`)}</h3>
            <p>{say(`rule${rule}Text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Beats() {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const [plain, rich] = [sumOf(PLAIN), sumOf(RICH)]
  const most = Math.max(plain.total, rich.total)
  return (
    <section className={s.beats} aria-labelledby="beats">
      <h2 id="beats">{t('beats')}</h2>
      <div>
        <Bar name={t('plain', { side, tier: card('tier1') })} value={plain.total} most={most}>
          {t('plainText', {
            ...plain,
            played: PLAIN.filter(({ did }) => Object.keys(did).length > 0).length,
            linked: linkedTeams(PLAIN).length,
          })}
        </Bar>
        <Bar name={t('rich', { tier: card('tier5'), empty: side - RICH.length })} value={rich.total} most={most}>
          {t('richText', { ...rich })}
        </Bar>
      </div>
    </section>
  )
}
