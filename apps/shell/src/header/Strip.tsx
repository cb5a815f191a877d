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
  const shown = drops.filter(({ isHidden }) => !isHidden)
  if (shown.some((drop) => dropState(drop, now) === 'live' && !drop.paused)) return 0
  const starts = shown.filter((drop) => dropState(drop, now) === 'soon').map(({ startsAt }) => startsAt ?? 0)
  return starts.length > 0 ? Math.min(...starts) - now : null
}

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
  const href = editions.some(({ link }) => link === home) ? `${home}#packs` : '/#gate'
  const remaining = useRemaining(sale)
  // Who is long before the start needs no drops: only pages that show them ask for them.
  if (remaining === null || remaining > NEAR) return <Banner remaining={remaining} href={href} />
  return <SaleOfChain start={new Date(sale).getTime()} href={href} />
}

function SaleOfChain({ start, href }: { start: number; href: string }) {
  const { t } = useTexts(texts)
  const now = useGatewayNow()
  const drops = useAppData('rowDrops')
  const isUnread = useUnreadSince('rowDrops') !== null
  if (now === null || (drops === null && !isUnread && start <= now)) return <Banner remaining={null} href={href} />
  const next = bannerOf(start, drops, now)
  return next === null ? <p className={s.sale}>{t('header.noSale')}</p> : <Banner remaining={next} href={href} />
}

interface BannerProps {
  /** Milliseconds until the sale; null while nobody knows. */
  remaining: number | null
  /** Where packs are sold. */
  href: string
}

function Banner({ remaining, href }: BannerProps) {
  const { t } = useTexts(texts)
  const label = t(remaining === 0 ? 'header.saleLive' : 'header.nextSale')
  return (
    <p className={s.sale}>
      <span className={remaining === null ? `${s.label} ${s.unknown}` : s.label}>{label}</span>{' '}
      <Countdown remaining={remaining} label={label} href={href} />
    </p>
  )
}
