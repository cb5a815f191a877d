import { CardOutline, cardTexts, linkStyles, SUPPLY } from '@fieldhouse/design'
import { useParameter, useRoot } from '@fieldhouse/edition-kit'
import { collectionOf, type EditionCards, type Holding, type OwnCard, readHoldings } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { login, useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { asTheyHang } from '../cards/hang'
import { teamsOf } from '../cards/teams'
import { CardLink } from '../my-cards/CardLink'
import { Racks } from '../my-cards/Racks'
import { myCardsPath } from '../paths'
import { ShareLink } from '../Sharing'
import s from './PublicWall.module.css'
import { texts } from './texts'

/** How many hang from the beam: the best, whatever tier they are of. */
const BEST = [0, 1, 2, 3, 4] as const

/** What is known of somebody's cards. */
type Read = readonly Holding[] | 'reading' | 'failed'

/** Somebody's cards of an edition, as the chain shows them to anybody: nothing to open, to collect or to buy. */
export function PublicWall({ look, deck }: EditionCards) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const account = useParameter('account')
  const [read, setRead] = useState<Read>('reading')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press makes another attempt.
  useEffect(() => {
    const left = new AbortController()
    setRead('reading')
    readHoldings(network, account, left.signal).then(
      (holdings) => left.signal.aborted || setRead(holdings),
      () => left.signal.aborted || setRead('failed'),
    )
    return () => left.abort()
  }, [network, account, attempt])
  const cards = useMemo(
    () => (typeof read === 'string' ? null : asTheyHang(collectionOf(read, { look, deck }).cards)),
    [read, look, deck],
  )
  const isAwaited = read === 'reading'
  const isFailed = read === 'failed'
  const isEmpty = cards?.length === 0
  return (
    <>
      <section className={s.beam} aria-label={t('best')}>
        {isEmpty || isFailed ? (
          <div className={s.none}>
            <h2>{t(isFailed ? 'failed' : 'empty')}</h2>
            {isFailed && (
              <button type="button" className={linkStyles.large} onClick={() => setAttempt(attempt + 1)}>
                {t('again')}
              </button>
            )}
          </div>
        ) : (
          <ul>
            {BEST.map((place) => {
              const shown = cards?.[place]
              return (
                <li key={place}>
                  {shown ? (
                    <CardLink card={shown} deck={deck} edition={look.edition} />
                  ) : (
                    <CardOutline tier={5} isAwaited={isAwaited} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <p className="fh-hidden" role="status">
        {cards && !isEmpty
          ? t('hangs', { count: cards.length, number: formatNumber(cards.length, language) })
          : isAwaited
            ? t('reading')
            : t(isFailed ? 'failed' : 'empty')}
      </p>
      <Door account={account} edition={look.edition} />
      <div className={s.facts}>
        <Facts cards={cards} deck={deck} unknown={isFailed ? '—' : ''} />
        <ShareLink>{t('share')}</ShareLink>
      </div>
      <div className={s.racks}>
        <Racks look={look} deck={deck} cards={cards} isAwaited={isAwaited} />
      </div>
    </>
  )
}

/** The way to the visitor's own wall; none on that of somebody else for who is logged in. */
function Door({ account, edition }: { account: string; edition: string }) {
  const { t } = useTexts(texts)
  const user = useUser()
  return (
    <p className={s.door}>
      {user?.accountName === account ? (
        <a className={linkStyles.text} href={myCardsPath(edition)}>
          {t('own')}
        </a>
      ) : (
        !user && (
          <button type="button" className={linkStyles.text} onClick={() => void login()}>
            {t('door')}
          </button>
        )
      )}
    </p>
  )
}

interface FactsProps extends Pick<EditionCards, 'deck'> {
  cards: readonly OwnCard[] | null
  /** In the place of what is not known. */
  unknown: string
}

function Facts({ cards, deck, unknown }: FactsProps) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const number = (value: number | undefined) => (value === undefined ? unknown : formatNumber(value, language))
  const rarest = cards?.filter(({ traits }) => traits.tier === 5).length
  // The first is of the rarest tier that is there, and its lowest copy.
  const best = cards?.[0]
  const teams = useMemo(() => cards && teamsOf(deck, cards), [cards, deck])
  const whole = teams?.filter(({ places, filled }) => filled === places.flat().length).length
  return (
    <dl>
      <Fact name={t('cards')}>{number(cards?.length)}</Fact>
      <Fact name={card('tier5')}>{number(rarest)}</Fact>
      <Fact name={t('serial')} of={best && formatNumber(SUPPLY[best.traits.tier], language)}>
        {cards && !best?.mint ? '—' : number(best?.mint)}
      </Fact>
      <Fact name={t('whole')} of={teams ? formatNumber(teams.length, language) : undefined}>
        {number(whole)}
      </Fact>
    </dl>
  )
}

function Fact({ name, of, children }: { name: string; of?: string | undefined; children: ReactNode }) {
  const { t } = useTexts(texts)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span> {of && <small>{t('of', { count: of })}</small>}
      </dd>
    </div>
  )
}
