import { useDrops, useUnreadSince } from '@fieldhouse/chain-data'
import { cardTexts, type EditionLook, Section, SUPPLY, TIERS, TierPips } from '@fieldhouse/design'
import { defineTexts, formatNumber, useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { useId, useState } from 'react'
import { CERTAIN, cardsForOne, oddsOf } from './chances'
import s from './Odds.module.css'
import tiers from './tiers.module.css'

/** The most packs to choose from: those that are on sale, then the newest. */
const MOST_PACKS = 4

const texts = defineTexts({
  en: {
    title: 'How often',
    text: 'What a card from a pack can be, as each sale publishes it on the chain. Choose a pack.',
    pack: 'Pack',
    caption: 'Chances of each card in {{pack}}',
    tier: 'Tier',
    copies: 'Copies of each',
    chance: 'Chance of one card',
    cards: 'Cards for one, on average',
    average:
      'An average is not a promise: of those who open that many cards, about one in three finds none. Some packs guarantee a tier as well; their own page says so.',
    reading: 'Reading the packs from the chain.',
    unread: 'The packs cannot be read from the chain right now. This table fills by itself once they can.',
    none: 'No pack shows its odds right now. You will see them here as soon as one does.',
    unscripted: 'To see the odds, switch on JavaScript.',
  },
  es: {
    title: 'Cada cuánto',
    text: 'Qué puede ser una carta de un sobre, según publica cada venta en la cadena. Elige un sobre.',
    pack: 'Sobre',
    caption: 'Probabilidades de cada carta en {{pack}}',
    tier: 'Categoría',
    copies: 'Copias de cada una',
    chance: 'Probabilidad de una carta',
    cards: 'Cartas por cada una, de media',
    average:
      'Una media no es una promesa: de quienes abren tantas cartas, a uno de cada tres no le sale ninguna. Algunos sobres garantizan además una categoría; lo dice su página.',
    reading: 'Leyendo los sobres de la cadena.',
    unread: 'Ahora mismo no se pueden leer los sobres de la cadena. La tabla se rellena sola en cuanto se pueda.',
    none: 'Ahora ningún sobre muestra sus probabilidades. Las verás aquí en cuanto lo haga uno.',
    unscripted: 'Para ver las probabilidades, activa JavaScript.',
  },
})

export interface OddsProps {
  look: EditionLook
  /** Which section of the page. */
  index: number
}

/** How likely each tier is, in the packs that an edition sells: as their rows print it. Without them the table is empty, of the same size. */
export function Odds({ look, index }: OddsProps) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const drops = useDrops(look.edition)
  const unreadSince = useUnreadSince('rowDrops')
  const [chosen, choose] = useState<string | null>(null)
  const group = useId()
  const packs = (drops ?? []).flatMap((drop) => {
    const odds = oddsOf(drop)
    return odds ? [{ ...drop, odds }] : []
  })
  const shown = packs.slice(0, MOST_PACKS)
  const pack = shown.find(({ id }) => id === chosen) ?? shown[0]
  const missing = drops ? 'none' : unreadSince === null ? 'reading' : 'unread'
  return (
    <Section id="odds" look={look} index={index} title={t('title')} text={t('text')}>
      <div className={s.odds}>
        <fieldset>
          <legend className="fh-hidden">{t('pack')}</legend>
          {shown.map(({ id, name }) => (
            <label key={id}>
              <input type="radio" name={group} checked={id === pack?.id} onChange={() => choose(id)} />
              {name}
            </label>
          ))}
          {!pack && (
            <p role="status" className={tiers.status}>
              <span>{t(missing)}</span>
              <noscript>{t('unscripted')}</noscript>
            </p>
          )}
        </fieldset>
        <svg viewBox={`0 0 ${CERTAIN} 1`} preserveAspectRatio="none" aria-hidden="true">
          {pack && <Shares odds={TIERS.map((tier) => pack.odds[tier])} />}
        </svg>
        <table className={tiers.table}>
          <caption className="fh-hidden">{pack ? t('caption', { pack: pack.name }) : t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('tier')}</th>
              <th scope="col">{t('copies')}</th>
              <th scope="col">{t('chance')}</th>
              <th scope="col">{t('cards')}</th>
            </tr>
          </thead>
          <tbody>
            {TIERS.toReversed().map((tier) => (
              <tr key={tier}>
                <th scope="row">
                  <TierPips tier={tier} />
                  {card(`tier${tier}`)}
                </th>
                <td>{formatNumber(SUPPLY[tier], language)}</td>
                {/* Other elements than before: what begins elsewhere in its place has not moved. */}
                <td>{pack ? <b>{formatPercent(pack.odds[tier] / 100, language)}</b> : '—'}</td>
                <td>{pack ? <b>{cardsForOne(pack.odds[tier], language)}</b> : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={s.average}>{t('average')}</p>
      </div>
    </Section>
  )
}

/** The chances on one line, to scale. */
function Shares({ odds }: { odds: readonly number[] }) {
  let at = 0
  return odds.map((bps) => {
    const from = at
    at += bps
    return <path key={from} d={`M${from} 0H${at}V1H${from}Z`} />
  })
}
