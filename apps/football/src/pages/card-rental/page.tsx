import { Card, openingStyles, Section } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { formatWax, useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { RENTAL } from '../../facts'
import s from './CardRental.module.css'
import { billOf, LEASE, Nights } from './lease'
import { texts } from './texts'

const LENT = { templateId: 700164, mint: 41 }
const last = LEASE.first + LEASE.nights - 1

/** What becomes of a card that is lent: a route out, and back. */
function CardRental() {
  const { t } = useTexts(texts)
  const tag = t('tag', { borrower: LEASE.borrower })
  return (
    <InnerPage next="daily-fantasy">
      <header className={`${openingStyles.opening} ${s.loop}`}>
        <FootballFloor />
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        <svg className={s.route} viewBox="0 0 1320 560" preserveAspectRatio="none" aria-hidden="true">
          <path d="M352 210C492 20 800 20 938 180M914 172L940 184L942 154" />
          <path d="M938 370C808 560 500 560 356 390M362 420L354 388L384 394" strokeDasharray="20 15" />
        </svg>
        <figure className={s.mine}>
          <Card deck={footballDeck} {...LENT} />
          <figcaption>
            <b>{t('yours')}</b> {t('yoursText')}
          </figcaption>
        </figure>
        <figure className={s.theirs}>
          <div>
            <Card deck={footballDeck} {...LENT} cut="small" />
            <span>{tag}</span>
          </div>
          <figcaption>
            <b>{t('loan')}</b> {t('loanText')}
          </figcaption>
        </figure>
        <div className={s.ways}>
          <p>
            <b>{t('out')}</b> {t('outText', { most: RENTAL.mostNights })}
          </p>
          <p>
            <b>{t('back')}</b> {t('backText')}
          </p>
        </div>
      </header>
      <Section id="lease" look={football} index={1} title={t('lease')} text={t('leaseText')}>
        <Lease />
      </Section>
      <Section id="worries" look={football} index={2} title={t('worries')} text={t('worriesText')}>
        <ol className={s.worries}>
          {([1, 2, 3] as const).map((worry) => (
            <li key={worry}>
              <h3>{t(`worry${worry}`)}</h3>
              <p>{t(`worry${worry}Text`, { tag, last })}</p>
            </li>
          ))}
        </ol>
      </Section>
    </InnerPage>
  )
}

function Lease() {
  const { t, language } = useTexts(texts)
  const wax = (units: bigint) => formatWax(units, language).text
  const { rent, fee, owner } = billOf(LEASE.nights, LEASE.perNight)
  const amount = wax(LEASE.perNight)
  const { nights, first } = LEASE
  const terms = [
    [t('rent'), t('rentText', { amount })],
    [t('points'), t('pointsText')],
    [t('armband'), t('armbandText')],
  ] as const
  const bill = [
    [t('paid', { nights, amount }), t('wax', { amount: wax(rent) })],
    [t('fee', { percent: formatPercent(RENTAL.feeBps / 100, language) }), t('wax', { amount: `−${wax(fee)}` })],
    [t('owner'), t('wax', { amount: wax(owner) })],
    [t('deposit'), t('nothing')],
  ] as const
  return (
    <div className={s.lease}>
      <div>
        <h3>{t('nights', { nights, first, last })}</h3>
        <Nights />
        <Lines of={terms} />
      </div>
      <Lines of={bill} />
    </div>
  )
}

function Lines({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const page = definePage({
  path: '/football/card-rental',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 3,
    name: { en: 'Card Rental', es: 'Alquiler' },
    text: { en: 'Lend a card, get it back', es: 'Presta una carta y recupérala' },
  },
  title: { en: 'Card Rental', es: 'Alquiler de cartas' },
  description: {
    en: 'Lend a card to another side, or borrow one for a game night. The owner stays the owner.',
    es: 'Presta una carta a otro equipo o pide una prestada para una noche de partido. El dueño sigue siendo el dueño.',
  },
  Main: CardRental,
})
