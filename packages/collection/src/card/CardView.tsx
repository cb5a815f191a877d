import { marketLink } from '@fieldhouse/chain-data/client'
import {
  Card,
  CardOutline,
  cardTexts,
  copyNumber,
  linkStyles,
  positionName,
  SiteLink,
  SUPPLY,
} from '@fieldhouse/design'
import { useHydrated, useRoot } from '@fieldhouse/edition-kit'
import type { EditionCards } from '@fieldhouse/holdings'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useState } from 'react'
import { AtSight } from '../AtSight'
import { Unscripted } from '../own/Own'
import { myCardsPath } from '../paths'
import { useQuery } from '../use-query'
import s from './Card.module.css'
import type { CardMarketProps } from './CardMarket'
import { isAssetId, readCard, type ShownCard } from './read-card'
import type { Market } from './read-sales'
import { texts } from './texts'
import { wax } from './wax'

type Read = ShownCard | 'reading' | 'gone' | 'failed'

/** One card, as large as the window lets it be, and what the chain says of it. */
export function CardView(edition: EditionCards) {
  const { look, deck } = edition
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const { network } = useRoot().settings
  const isHydrated = useHydrated()
  const id = useQuery('asset')
  const [read, setRead] = useState<Read>('reading')
  const [market, setMarket] = useState<Market | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the edition is the island's own, and a press makes another attempt.
  useEffect(() => {
    if (!isAssetId(id)) return
    const left = new AbortController()
    const { signal } = left
    setRead('reading')
    setMarket(null)
    readCard(network, edition, id, signal).then(
      (card) => {
        if (signal.aborted) return
        setRead(card ?? 'gone')
        if (!card) return
        loadMarket()
          .then(({ readMarket }) => readMarket(network, card.templateId, signal))
          .then(setMarket, () => signal.aborted || setMarket({ sold: null, listed: null, isCut: false }))
      },
      () => signal.aborted || setRead('failed'),
    )
    return () => left.abort()
  }, [network, id, attempt])
  const state = isHydrated && !isAssetId(id) ? 'gone' : read
  const crumb = (
    <p className={s.crumb}>
      <a href={myCardsPath(look.edition)}>{t('myCards')}</a>
      {typeof state === 'object' && ` / ${words(`tier${state.traits.tier}`)}`}
    </p>
  )
  if (typeof state === 'object') {
    const { traits, templateId, mint } = state
    const supply = SUPPLY[traits.tier]
    const count = { supply: formatNumber(supply, language) }
    return (
      <>
        <div className={s.one}>
          <figure>
            <Card deck={deck} templateId={templateId} mint={mint} />
          </figure>
          <div className={s.facts}>
            {crumb}
            <h1>{traits.team.name}</h1>
            <p role="status">
              {t('summary', {
                position: positionName(deck, traits.position, language),
                number: traits.number,
                // A tier stays on one line, at its hyphen too.
                tier: words(`tier${traits.tier}`).replace('-', '-\u2060'),
              })}
            </p>
            <div className={s.copy}>
              <p>
                <b>{copyNumber(mint, language)}</b> {t('copy', count)}
              </p>
              {mint > 0 && <Copies mint={mint} supply={supply} label={t('copyLabel', { mint, supply })} />}
              <p>{t('noMore', count)}</p>
            </div>
            <p className={s.actions}>
              <Deeds card={state} />
            </p>
          </div>
          <MarketFacts card={state} market={market} />
        </div>
        <Below look={look} card={state} market={market} />
      </>
    )
  }
  return (
    <>
      <div className={s.one}>
        <figure>
          <CardOutline tier={1} isAwaited={state === 'reading'} />
        </figure>
        <div className={s.facts}>
          {crumb}
          <h1>{t(state)}</h1>
          <p role="status">{state === 'reading' ? t('about') : t(`${state}Text`)}</p>
          <Unscripted>{t('unscripted')}</Unscripted>
          <p className={s.actions}>
            {state === 'gone' && (
              <a className={linkStyles.large} href={myCardsPath(look.edition)}>
                {t('myCards')}
              </a>
            )}
            {state === 'failed' && (
              <button type="button" className={linkStyles.large} onClick={() => setAttempt(attempt + 1)}>
                {t('again')}
              </button>
            )}
            {state === 'failed' && marketLink(network, id) !== '' && (
              <SiteLink external className={linkStyles.text} href={marketLink(network, id)}>
                {t('market')}
              </SiteLink>
            )}
          </p>
        </div>
        <div className={s.ids} />
      </div>
      {state === 'reading' && <Below look={look} card={null} market={null} />}
    </>
  )
}

const loadMarket = () => import('./CardMarket')
const loadBelow = () => loadMarket().then(({ CardMarket }) => CardMarket)

const Below = (props: CardMarketProps) => <AtSight load={loadBelow} className={s.below} props={props} />

/** What its owner can do with it, and where others see it. */
function Deeds({ card }: { card: ShownCard }) {
  const { t } = useTexts(texts)
  const { network, links } = useRoot().settings
  const market = marketLink(network, card.id)
  const isOwn = useUser()?.accountName === card.owner
  return (
    <>
      {isOwn && (
        <SiteLink external className={linkStyles.large} href={links.playGame}>
          {t('play')}
        </SiteLink>
      )}
      {market !== '' &&
        (isOwn ? (['lend', 'list'] as const) : (['market'] as const)).map((deed) => (
          <SiteLink external key={deed} className={isOwn ? linkStyles.outline : linkStyles.large} href={market}>
            {t(deed)}
          </SiteLink>
        ))}
    </>
  )
}

function MarketFacts({ card, market }: { card: ShownCard; market: Market | null }) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const supply = formatNumber(SUPPLY[card.traits.tier], language)
  const last = market?.sold?.[0]
  const [cheapest] = market?.listed ?? []
  const own = market?.listed?.find(({ assetId }) => assetId === card.id)
  const address = marketLink(network, card.id)
  /** What is said where there is no price: nothing while it is read. */
  const none = (known: unknown, text: 'never' | 'noneListed' | 'notListed') =>
    market ? t(known ? text : 'unknown') : '\u00a0'
  const count = market?.listed && `${formatNumber(market.listed.length, language)}${market.isCut ? '+' : ''}`
  return (
    <dl className={s.ids}>
      <Fact name={t('owner')}>
        <Owner account={card.owner} />
      </Fact>
      <Fact
        name={t('lastSale')}
        more={last && t('soldCopy', { mint: copyNumber(last.mint, language), date: formatDateTime(last.at, language) })}
      >
        {last ? wax(last.price, language) : none(market?.sold, 'never')}
      </Fact>
      <Fact name={t('floor')} more={cheapest && count && t('listedOf', { count, supply })}>
        {cheapest ? wax(cheapest.price, language) : none(market?.listed, 'noneListed')}
      </Fact>
      <Fact name={t('thisCopy')}>
        {own ? wax(own.price, language) : none(market?.listed && !market.isCut, 'notListed')}
      </Fact>
      <Fact name={t('asset')}>
        {address === '' ? (
          card.id
        ) : (
          <SiteLink external href={address}>
            {card.id}
          </SiteLink>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, more, children }: { name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {more && <small>{more}</small>}
      </dd>
    </div>
  )
}

function Owner({ account }: { account: string }) {
  const { t } = useTexts(texts)
  return useUser()?.accountName === account ? t('you', { account }) : account
}

/** The most copies that are drawn one by one. */
const MOST_TICKS = 150

/** How wide the drawing is. */
const WIDTH = 604

/** Which of all copies this is: each of few as a tick, and of many its place on the line, to scale. */
function Copies({ mint, supply, label }: { mint: number; supply: number; label: string }) {
  const step = WIDTH / supply
  const isFew = supply <= MOST_TICKS
  const width = isFew ? step * 0.66 : 4
  const at = (copy: number) => Math.round((copy - 1) * step * 10) / 10
  const others = isFew
    ? Array.from({ length: supply }, (_, index) =>
        index + 1 === mint ? '' : `M${at(index + 1)} 14h${width}v30h-${width}Z`,
      )
    : [`M0 14H${WIDTH}V44H0Z`]
  return (
    <svg className={s.copies} viewBox={`0 0 ${WIDTH} 58`} role="img" aria-label={label}>
      <path d={others.join('')} />
      <path className={s.mine} d={`M${Math.min(at(mint), WIDTH - width)} 0h${width}v58h-${width}Z`} />
    </svg>
  )
}
