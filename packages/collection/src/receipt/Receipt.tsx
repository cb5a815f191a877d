import { type Claim, dropsLeft, gatewayNow, useAppData } from '@fieldhouse/chain-data'
import { isMade, isUnderway, useRecords } from '@fieldhouse/chain-data/records'
import { copyText } from '@fieldhouse/contract/browser'
import { artOf, linkStyles, Pack } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { collectionOf, type EditionCards, sealedOf, useWall } from '@fieldhouse/holdings'
import { formatNumber, formatWax, useTexts } from '@fieldhouse/i18n'
import { BoughtPacks } from '@fieldhouse/opening'
import { toast, useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect } from 'react'
import { dollars, useDollars } from '../dollars/use-dollars'
import { paidOf } from '../history/deeds'
import { myCardsPath } from '../paths'
import { Transaction } from '../Transaction'
import { useClaims } from '../use-claims'
import { useQuery } from '../use-query'
import { momentOf } from './moment'
import s from './Receipt.module.css'
import { texts } from './texts'

/** The asset index has packs that were bought longer ago, in milliseconds. */
const FRESH = 60_000

/** At most so many packs are drawn. */
const MOST_DRAWN = 5

/** The purchase that the address names, out of the account's own rows: what the chain says of it, whatever browser it was made in. */
export function Receipt(edition: EditionCards): ReactNode {
  const { t } = useTexts(texts)
  const { network } = useRoot().settings
  const account = useUser()?.accountName ?? ''
  const id = useQuery('transaction')
  const record = useRecords(network.chainId, account).find(({ signed }) => id !== '' && signed?.transactionId === id)
  const { isUndone = false, state: stage, block = 0 } = record ?? {}
  const { claims, state: answer, read } = useClaims(account, { maxAge: 0, minBlock: block })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is of before the chain had it, or took it back.
  useEffect(() => {
    if (isUndone || stage === 'seen') read()
  }, [isUndone, stage])
  const bought = claims?.find(({ isClaimed, transactionId }) => isClaimed && id !== '' && transactionId === id)
  if (bought && !isUndone) return <Bought {...edition} bought={bought} account={account} />
  // What was read for another page may be of before the purchase, and so may what a gateway answers that has no time for more.
  const without = record && isMade(record) ? 'failed' : 'none'
  const state = record && isUnderway(record) ? 'reading' : answer === 'known' ? without : answer
  return (
    <div className={s.said}>
      <div role="status">
        {state !== 'reading' && <h1>{t(state)}</h1>}
        {/* What is known stands below a heading: it is new there, and moved from nowhere. */}
        <p key={state}>{state === 'reading' ? t('reading') : t(`${state}Text`, { account })}</p>
      </div>
      {state !== 'reading' && (
        <button type="button" className={linkStyles.large} onClick={read}>
          {t('again')}
        </button>
      )}
    </div>
  )
}

function Bought({ bought, account, ...edition }: EditionCards & { bought: Claim; account: string }) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const { look, deck } = edition
  const drop = useAppData('rowDrops')?.find(({ id }) => id === bought.dropId)
  const { seen, state } = useWall(network, account)
  const count = Number(bought.amount)
  const name = drop?.name ?? t('drop', { id: bought.dropId })
  const sealed = seen ? sealedOf(collectionOf(seen.holdings, { look, deck }).packs, bought.dropId) : []
  const isFresh = bought.createdAt !== null && gatewayNow() - bought.createdAt < FRESH
  const units = paidOf(bought.paid)
  const centsOf = useDollars()
  const cents = units ? centsOf(units, bought.createdAt) : null
  const paid = units === 0n ? t('nothing') : units ? `${formatWax(units, language).text} WAX` : bought.paid
  const left = drop && dropsLeft(drop)
  const copy = async () => {
    if (await copyText(bought.transactionId)) toast({ kind: 'success', text: t('copied') })
  }
  return (
    <div className={s.receipt}>
      <div className={s.packs}>
        {drop &&
          Array.from({ length: Math.min(count, MOST_DRAWN) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are alike.
            <Pack key={index} look={look} name={name} paint="floor" art={artOf(drop)} />
          ))}
      </div>
      <div className={s.facts}>
        <p className={s.state} role="status">
          <i aria-hidden="true" />
          {t('onChain')}
        </p>
        <h1>{t('done', { count })}</h1>
        <div className={s.actions}>
          <BoughtPacks
            {...edition}
            dropId={bought.dropId}
            count={count}
            className={`${linkStyles.large} ${s.open}`}
            isFresh={isFresh}
          />
          <p>
            <a className={linkStyles.text} href={myCardsPath(look.edition)}>
              {sealed.length === 0 && state === 'known' ? t('myCards') : t('later', { count: sealed.length || count })}
            </a>
            <button type="button" className={linkStyles.text} onClick={() => print()}>
              {t('print')}
            </button>
          </p>
        </div>
        <dl className={s.bill}>
          {/* On the screen the header says it. */}
          <Row name={t('account')} className={s.paper}>
            <b>{account}</b>
          </Row>
          <Row name={t('paid')}>
            {cents === null ? (
              <b>{paid}</b>
            ) : (
              <>
                <b>{dollars(cents, language)}</b> <span>{paid}</span>
              </>
            )}
          </Row>
          {bought.createdAt !== null && (
            <Row name={t('when')}>
              <Moment at={bought.createdAt} />
            </Row>
          )}
          {drop && left !== null && left !== undefined && (
            <Row name={t('left')}>
              <b>{formatNumber(left, language)}</b>{' '}
              <span>{t('ofTotal', { total: formatNumber(drop.most, language) })}</span>
            </Row>
          )}
          <Row name={t('transaction')}>
            <Transaction id={bought.transactionId} />{' '}
            <button type="button" className={linkStyles.text} onClick={() => void copy()}>
              {t('copy')}
            </button>
            <span className={s.whole}>{bought.transactionId}</span>
          </Row>
        </dl>
      </div>
    </div>
  )
}

function Moment({ at }: { at: number }) {
  const { language } = useTexts(texts)
  const { text, place } = momentOf(at, language)
  return (
    <>
      <b>
        <time dateTime={new Date(at).toISOString()}>{text}</time>
      </b>{' '}
      <span>{place}</span>
    </>
  )
}

const Row = ({ name, children, className }: { name: string; children: ReactNode; className?: string | undefined }) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
