import { type Drop, dropState, useAppData, useGatewayNow, useRemaining, useUnreadSince } from '@fieldhouse/chain-data'
import type { Look } from '@fieldhouse/contract'
import { Countdown, ThemeSwitch } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Season } from '../season/Season'
import { texts } from '../texts'
import { Editions, useEditionHome } from './Editions'
import { Languages } from './Languages'
import s from './Strip.module.css'

/**
 * What the sale banner counts: milliseconds until the next sale, 0 while one is live, null when there is none. Before the
 * start that the settings name it is that; afterwards what the chain says, because 'Sale is live!' is a promise that packs
 * can be bought; without the chain's word the settings' (specification, section 2, Sale banner).
 *
 * @param start of the settings, epoch milliseconds
 * @param drops all of the site, null when they cannot be read
 * @param now the gateway's time, epoch milliseconds
 */
export function bannerOf(start: number, drops: readonly Drop[] | null, now: number): number | null {
  if (start > now) return start - now
  if (drops === null) return 0
  if (drops.some((drop) => isOnSale(drop, now))) return 0
  const starts = drops
    .filter((drop) => !drop.isHidden && dropState(drop, now) === 'soon')
    .map(({ startsAt }) => startsAt ?? 0)
  return starts.length > 0 ? Math.min(...starts) - now : null
}

const isOnSale = (drop: Drop, now: number): boolean => !drop.isHidden && dropState(drop, now) === 'live' && !drop.paused

/** The scoreboard above the bar: the way past both for the keyboard, both countdowns, the floors, language and theme. */
export function Strip({ look }: { look: Look }) {
  const { t } = useTexts(texts)
  return (
    <section className={s.strip} aria-label={t('header.board')}>
      <a className={s.skip} href="#fh-main">
        {t('header.skip')}
      </a>
      <Sale look={look} />
      <p className={s.season}>
        <Season />
      </p>
      <nav className={s.floors} aria-label={t('header.floors')}>
        <Editions look={look} />
      </nav>
      <div className={s.settings}>
        <Languages />
        <ThemeSwitch />
      </div>
    </section>
  )
}

/** How long before the sale's start the page begins to ask what is on sale, in milliseconds. */
const NEAR = 30_000

/**
 * 'Next sale in:' before the sale's start and 'Sale is live!' after it (specification, section 2, Sale banner), while that is
 * true of the chain.
 */
function Sale({ look }: { look: Look }) {
  const { countdowns, editions } = useRoot().settings
  const { sale } = countdowns
  const home = useEditionHome(look)
  const remaining = useRemaining(sale)
  // Who is long before the start needs no drops: only pages that show them ask for them.
  if (remaining === null || remaining > NEAR) return <Banner remaining={remaining} />
  const isEdition = editions.some(({ link }) => link === home)
  return <SaleOfChain start={new Date(sale).getTime()} home={isEdition ? home : ''} />
}

/** @param home where the edition's pages begin; empty on pages of none */
function SaleOfChain({ start, home }: { start: number; home: string }) {
  const { t } = useTexts(texts)
  const now = useGatewayNow()
  const drops = useAppData('rowDrops')
  const isUnread = useUnreadSince('rowDrops') !== null
  if (now === null || (drops === null && !isUnread && start <= now)) return <Banner remaining={null} />
  const next = bannerOf(start, drops, now)
  // Of what is on sale elsewhere the edition's page has nothing.
  const isHere = !drops || drops.some((drop) => `/${drop.edition}` === home && isOnSale(drop, now))
  const link = home && isHere ? { href: `${home}#packs` } : {}
  return next === null ? <p className={s.sale}>{t('header.noSale')}</p> : <Banner remaining={next} {...link} />
}

interface BannerProps {
  /** Milliseconds until the sale; null while nobody knows. */
  remaining: number | null
  /** Where packs are sold. @default where those of all editions are */
  href?: string
}

function Banner({ remaining, href = '/#gate' }: BannerProps) {
  const { t } = useTexts(texts)
  const label = t(remaining === 0 ? 'header.saleLive' : 'header.nextSale')
  return (
    <p className={s.sale}>
      <span className={remaining === null ? `${s.label} ${s.unknown}` : s.label}>{label}</span>{' '}
      <Countdown remaining={remaining} label={label} href={href} />
    </p>
  )
}
