import {
  ask,
  type Claim,
  type Drop,
  siteQuestions,
  useAppData,
  useGatewayNow,
  useUnreadSince,
} from '@fieldhouse/chain-data'
import { openClaims, rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import {
  isMade,
  isUnderway,
  recordsOf,
  type Subject,
  type TransactionRecord,
  tellRecord,
  useRecords,
} from '@fieldhouse/chain-data/records'
import { type EditionLook, linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { describeError } from '@fieldhouse/holdings'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { getUser, toast, useUser, walletOf, warmUp } from '@fieldhouse/wallet-login'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { claimsPath, myCardsPath } from '../paths'
import { RowText } from '../RowText'
import { Transaction } from '../Transaction'
import { useClaims } from '../use-claims'
import s from './Claims.module.css'
import { Message } from './ClaimsPage'
import { collectClaims, MOST_CLAIMS } from './collect'
import { Ticket } from './Ticket'
import { texts } from './texts'

/** A press without a record: the wallet is asked, or why nothing came of it. */
type Press = { name: 'none' } | { name: 'busy' } | { name: 'failed'; problem: string; chosen: readonly string[] }

const NONE: Press = { name: 'none' }

type Collecting = TransactionRecord & { subject: Extract<Subject, { kind: 'claims' }> }

const isCollecting = (record: TransactionRecord): record is Collecting => record.subject.kind === 'claims'

/** What was collected, or is being, by an account. */
const useCollecting = (account: string): readonly Collecting[] =>
  useRecords(useRoot().settings.network.chainId, account).filter(isCollecting)

/** What waits for the user, and collecting it with one signature. Unknown while nobody is logged in. */
export function Claims({ look }: { look: EditionLook }) {
  const { t } = useTexts(texts)
  const { network } = useRoot().settings
  const drops = useAppData('rowDrops')
  const now = useGatewayNow()
  const account = useUser()?.accountName ?? ''
  const { claims, state, isUnread, read } = useClaims(account, { maxAge: 0 })
  const underway = useCollecting(account).find(isUnderway)
  // By the drops it is known which edition's they are.
  const isWithoutDrops = useUnreadSince('rowDrops') !== null && drops === null
  if (isUnread || isWithoutDrops) {
    const readAll = () => {
      read()
      if (isWithoutDrops) void ask(siteQuestions.drops(network), { maxAge: 0 }).catch(() => {})
    }
    return (
      <Message title={t('failed')} text={t('failedText')}>
        {underway && underway.state !== 'asked' && <p role="status">{t(underway.isUndone ? 'undone' : 'sent')}</p>}
        <button type="button" className={linkStyles.outline} onClick={readAll}>
          {t('again')}
        </button>
      </Message>
    )
  }
  if (!claims || !drops || now === null) {
    return (
      <section className={s.window}>
        <Reading />
      </section>
    )
  }
  const dropOf = ({ dropId }: Claim) => drops.find(({ id }) => id === dropId)
  const editionOf = (claim: Claim) => dropOf(claim)?.edition ?? look.edition
  const open = openClaims(claims, now)
  return (
    <Window
      key={account}
      look={look}
      account={account}
      open={open.filter((claim) => editionOf(claim) === look.edition)}
      collected={claims.filter(
        (claim) => claim.isClaimed && claim.reason !== 'purchase' && editionOf(claim) === look.edition,
      )}
      elsewhere={open.map(editionOf).filter((edition) => edition !== look.edition)}
      dropOf={dropOf}
      answer={state}
      onAgain={read}
    />
  )
}

/** Tickets of their size, without a word. */
function Reading() {
  const { t } = useTexts(texts)
  return (
    <>
      <p className="fh-hidden" role="status">
        {t('reading')}
      </p>
      <ul className={s.tickets} aria-hidden="true">
        {[1, 2].map((place) => (
          <li key={place} className={s.ticket} />
        ))}
      </ul>
    </>
  )
}

interface WindowProps {
  look: EditionLook
  account: string
  open: readonly Claim[]
  collected: readonly Claim[]
  /** The editions of claims that wait on other pages, each as often as one does. */
  elsewhere: readonly string[]
  dropOf: (claim: Claim) => Drop | undefined
  /** Whether they were read for this page: what was read for another one may be of before a claim was made. */
  answer: 'reading' | 'known' | 'failed'
  onAgain: () => void
}

function Window({ look, account, open, collected, elsewhere, dropOf, answer, onAgain }: WindowProps) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const user = useUser()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [press, setPress] = useState<Press>(NONE)
  /** The record whose end is shown; empty for none. */
  const [shown, show] = useState('')
  const headline = useRef<HTMLHeadingElement>(null)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const records = useCollecting(account)
  const underway = records.find(isUnderway)
  const last = records[0]
  const done = last && isMade(last) && last.id === shown ? last : undefined
  const refuse = useEffectEvent(async ({ id, problem, subject }: Collecting) => {
    // Another device may have collected them meanwhile.
    await rowAvailableDropsToClaim(network, account, { maxAge: 0 }).catch(() => {})
    const words = problem ? await describeError(problem, language) : t('absent')
    // Who has pressed again meanwhile is told of that alone.
    const isLast = recordsOf(network.chainId, account).find(isCollecting)?.id === id
    if (!isLast) return
    if (isHere.current) {
      setPress((now) => (now.name === 'busy' ? now : { name: 'failed', problem: words, chosen: subject.claimIds }))
    }
    // Its end counts as told: the window was there when it was known.
    else if (getUser()?.accountName === account) toast({ kind: 'error', text: words })
  })
  const { id: lastId = '', state } = last ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it comes to another state.
  useEffect(() => {
    if (!last || state === 'final') return
    // The rows were read with what its block did: in this window, too, when another one has told it.
    if (last.isUndone) onAgain()
    if (last.isTold) return
    if (state === 'seen') {
      show(lastId)
      setLeft(new Set())
    } else if (state === 'refused' || state === 'absent') void refuse(last)
    else if (!last.isUndone) return
    tellRecord(lastId)
  }, [lastId, state])
  const isDone = done !== undefined
  useEffect(() => {
    if (isDone) headline.current?.focus()
  }, [isDone])
  const isBusy = press.name === 'busy' || underway !== undefined
  // What was collected leaves the window at once: the rows say so some seconds later.
  const gone = new Set(records.filter(isMade).flatMap(({ subject }) => subject.claimIds))
  const waiting = open.filter(({ id }) => !gone.has(id))
  const isNothing = waiting.length === 0 && !done
  // The rows can have it before it is learnt that they do.
  const going = underway && underway.state !== 'asked' && t(underway.isUndone ? 'undone' : 'sent')
  const wanted = waiting.filter(({ id }) => !left.has(id))
  const picked = wanted.slice(0, MOST_CLAIMS)
  const packs = picked.reduce((sum, { amount }) => sum + amount, 0n)
  const pick = (id: string, isPicked: boolean) => {
    const next = new Set(left)
    if (isPicked) next.delete(id)
    else next.add(id)
    setLeft(next)
    setPress(NONE)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || picked.length === 0) return
    setPress({ name: 'busy' })
    show('')
    const problem = await collectClaims({ network, account, claims: picked, language })
    const chosen = picked.map(({ id }) => id)
    setPress(problem === null ? NONE : { name: 'failed', problem, chosen })
  }
  const isStillHere = press.name === 'failed' && press.chosen.every((chosen) => waiting.some(({ id }) => id === chosen))
  const wallet = user ? walletOf(user.wallet).title : ''
  const others = [...new Set(elsewhere)].map((edition) => ({
    edition,
    count: elsewhere.filter((other) => other === edition).length,
  }))
  return (
    <section className={s.window}>
      {done && (
        <div className={s.message}>
          <h2 ref={headline} tabIndex={-1}>
            {t('collected', { count: done.subject.packs })}
          </h2>
          <p>{t('collectedText', { count: done.subject.packs })}</p>
          <p>
            <a className={linkStyles.large} href={myCardsPath(look.edition)}>
              {t('myCards')}
            </a>
          </p>
          <p>
            {t('transaction')} <Transaction id={done.signed?.transactionId ?? ''} />
          </p>
        </div>
      )}
      {isNothing && going && (
        <div className={s.message}>
          <p role="status">{going}</p>
        </div>
      )}
      {isNothing && !going && answer === 'reading' && <Reading />}
      {isNothing && !going && answer !== 'reading' && (
        <div className={s.message}>
          <h2>{t(answer === 'known' ? 'empty' : 'failed')}</h2>
          <p role="status">{t(answer === 'known' ? 'emptyText' : 'failedText')}</p>
          <p>
            {answer === 'failed' && (
              <button type="button" className={linkStyles.outline} onClick={onAgain}>
                {t('again')}
              </button>
            )}
            <a className={linkStyles.text} href={myCardsPath(look.edition)}>
              {t('myCards')}
            </a>
          </p>
        </div>
      )}
      {waiting.length > 0 && (
        <form onSubmit={submit}>
          <ul className={s.tickets} aria-label={t('tickets')}>
            {waiting.map((claim) => (
              <Ticket
                key={claim.id}
                look={look}
                claim={claim}
                drop={dropOf(claim)}
                isPicked={!left.has(claim.id)}
                isFixed={isBusy}
                onPick={(isPicked) => pick(claim.id, isPicked)}
              />
            ))}
          </ul>
          <div className={s.pay}>
            <p className={s.sum}>
              <b>{formatNumber(picked.length, language)}</b> {t('claims', { count: picked.length })},{' '}
              <b>{formatNumber(packs, language)}</b> {t('packs', { count: Number(packs) })}
            </p>
            <div>
              <p>{t('signed', { action: `${network.gameContract}::claim`, account })}</p>
              {wanted.length > MOST_CLAIMS && <p>{t('most', { most: MOST_CLAIMS })}</p>}
            </div>
            <button
              type="submit"
              className={linkStyles.large}
              aria-disabled={isBusy || picked.length === 0}
              onPointerEnter={warmUp}
              onFocus={warmUp}
            >
              {packs > 0n ? t('collect', { count: Number(packs) }) : t('choose')}
            </button>
            <p className={s.status} role="status">
              {going ||
                (isBusy
                  ? t('busy', { wallet })
                  : press.name === 'failed' && `${press.problem} ${isStillHere ? t('refused') : ''}`)}
            </p>
          </div>
        </form>
      )}
      {others.map(({ edition, count }) => (
        <p key={edition} className={s.elsewhere}>
          <a className={linkStyles.text} href={claimsPath(edition)}>
            {t('elsewhere', { count })}
          </a>
        </p>
      ))}
      {collected.length > 0 && (
        <div className={s.collected}>
          <h2>{t('done')}</h2>
          <ul>
            {collected.toReversed().map((claim) => (
              <li key={claim.id}>
                <b>{t('packCount', { count: Number(claim.amount) })}</b>
                <span>{dropOf(claim)?.name ?? t('unnamed', { id: claim.dropId })}</span>
                <RowText text={claim.reason} />
                {claim.claimedAt !== null && <span>{formatDateTime(claim.claimedAt, language)}</span>}
                {claim.transactionId && <Transaction id={claim.transactionId} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
