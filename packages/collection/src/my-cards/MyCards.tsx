import { useAppData, useGatewayNow } from '@fieldhouse/chain-data'
import { accountLink, openClaims } from '@fieldhouse/chain-data/client'
import { linkStyles, SiteLink } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { type Collection, collectionOf, type EditionCards, type OwnPack, readWall, useWall } from '@fieldhouse/holdings'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { OpenPacks } from '@fieldhouse/opening'
import { useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useMemo, useState } from 'react'
import { AtSight } from '../AtSight'
import { asTheyHang } from '../cards/hang'
import { claimsPath, wallPath } from '../paths'
import { useClaims } from '../use-claims'
import { Beam } from './Beam'
import s from './Beam.module.css'
import { FirstPack } from './FirstPack'
import { Found } from './Found'
import { texts } from './texts'

/** The user's collection of an edition: what is said of it, the wall, and what was bought and opened. Unknown while nobody is logged in. */
export function MyCards(edition: EditionCards) {
  const { look, deck } = edition
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const user = useUser()
  const account = user?.accountName ?? ''
  const wall = useWall(network, account)
  const { seen, state } = wall
  const holdings = seen?.holdings
  const collection = useMemo(() => (holdings ? collectionOf(holdings, { look, deck }) : null), [holdings, look, deck])
  const sorted = useMemo(() => collection && asTheyHang(collection.cards), [collection])

  const isFailed = state === 'failed'
  const isAwaited = !isFailed && !sorted
  const isOwn = (sorted?.length ?? 0) > 0
  const { isUnread, state: answer } = useClaims(account)
  // A pack that is on the stage has left the wall, and its cards hang there already, or the wall can be read again: the stage
  // stays where it was opened. Empty while that is beside the counts.
  const [staged, setStaged] = useState<{ account: string; packs: readonly OwnPack[] } | null>(null)
  // Who logs out takes the stage along.
  if (staged && staged.account !== account) setStaged(null)
  const onStage = (packs: readonly OwnPack[]) => (isOpen: boolean) => setStaged(isOpen ? { account, packs } : null)
  const sealed = !isFailed && sorted && !isOwn ? (collection?.packs ?? []) : []
  const packs = staged?.packs ?? sealed
  // A window ahead: what comes above the footer in sight would move it.
  const history = (
    <AtSight
      key={account}
      load={loadHistory}
      ahead="100%"
      // What was read before may lack what was bought since.
      props={{ edition: look.edition, account, wall, isUnread: answer === 'failed' }}
    />
  )
  if (packs.length > 0)
    return (
      <>
        <FirstPack edition={edition} packs={packs} onStage={onStage(packs)} />
        {history}
      </>
    )
  return (
    <>
      <Beam
        {...edition}
        cards={sorted?.filter(({ traits }) => traits.tier === 5) ?? null}
        isAwaited={isAwaited}
        isOwn={isOwn}
      >
        {isFailed ? (
          <Failed at={seen?.at ?? null} account={account} />
        ) : sorted && !isOwn ? (
          <Empty edition={look.edition} />
        ) : (
          <>
            <h2>
              <b>{sorted ? formatNumber(sorted.length, language) : EMPTY_CELLS}</b>{' '}
              {t('yours', { count: sorted?.length ?? 2 })}
            </h2>
            <p>
              <span role="status">
                {sorted
                  ? t('wallet', { account, count: sorted.length })
                  : account === ''
                    ? t('about')
                    : t('reading', { account })}
              </span>
              {/* The space comes with it: alone it would move as the sentence changes. */}
              {sorted && (
                <>
                  {' '}
                  <a href={wallPath(look.edition, account)}>{t('wall')}</a>
                </>
              )}
            </p>
          </>
        )}
        <Counts
          edition={edition}
          collection={collection}
          unknown={isFailed ? '—' : '\u00a0'}
          isUnread={isUnread}
          onStage={onStage([])}
        />
      </Beam>
      <Found {...edition} cards={sorted} isAwaited={isAwaited} />
      {user && history}
    </>
  )
}

const loadHistory = () => import('../history/History').then(({ History }) => History)

const EMPTY_CELLS = (
  <>
    <i />
    <i />
    <i />
  </>
)

function Empty({ edition }: { edition: string }) {
  const { t } = useTexts(texts)
  return (
    <>
      <h2>{t('empty')}</h2>
      <p role="status">{t('emptyText')}</p>
      <p className={s.actions}>
        <a className={linkStyles.large} href={`/${edition}#packs`}>
          {t('packs')}
        </a>
        <a className={linkStyles.text} href={`/${edition}/cards`}>
          {t('structure')}
        </a>
      </p>
    </>
  )
}

/** @param at when the wall was seen that is shown; null for none */
function Failed({ at, account }: { at: number | null; account: string }) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  return (
    <>
      <h2>{t('failed')}</h2>
      <p role="status">
        {t('failedText')} {at !== null && t('seen', { time: formatDateTime(at, language) })}
      </p>
      <p className={s.actions}>
        <button type="button" className={linkStyles.large} onClick={() => void readWall(network, account)}>
          {t('again')}
        </button>
        <SiteLink external className={linkStyles.text} href={accountLink(network, account)}>
          {t('onChain')}
        </SiteLink>
      </p>
    </>
  )
}

interface CountsProps {
  edition: EditionCards
  collection: Collection | null
  /** In the place of a count that is not known. */
  unknown: string
  /** The claims cannot be read now. */
  isUnread: boolean
  /** Told when the stage is opened and when it is left. */
  onStage: (isOpen: boolean) => void
}

/** What waits for the user: packs to open and claims to collect. */
function Counts({ edition, collection, unknown, isUnread, onStage }: CountsProps) {
  const { t, language } = useTexts(texts)
  const now = useGatewayNow() ?? 0
  const claims = useAppData('availableDropsToClaim')
  const count = (value: number | null, none = unknown): ReactNode => (
    <span>{value === null ? none : formatNumber(value, language)}</span>
  )
  return (
    <dl className={s.counts}>
      <div>
        <dt>{t('toOpen')}</dt>
        <dd>
          {count(collection?.packs.length ?? null)}
          {collection && <OpenPacks edition={edition} {...collection} onStage={onStage} />}
        </dd>
      </div>
      <div>
        <dt>{t('toCollect')}</dt>
        <dd>
          {count(claims && openClaims(claims, now).length, isUnread ? '—' : unknown)}
          <a className={linkStyles.text} href={claimsPath(edition.look.edition)}>
            {t('claims')}
          </a>
        </dd>
      </div>
    </dl>
  )
}
