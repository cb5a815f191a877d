import { type Claim, type Drop, useAppData, useGatewayNow } from '@fieldhouse/chain-data'
import { openClaims, rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { type EditionLook, linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { useUser, warmUp } from '@fieldhouse/wallet-login'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { claimsPath, myCardsPath } from '../paths'
import { RowText } from '../RowText'
import { Transaction } from '../Transaction'
import { WALLETS } from '../wallet-names'
import s from './Claims.module.css'
import { collect, MOST_CLAIMS } from './collect'
import { Said } from './Said'
import { Ticket } from './Ticket'
import { texts } from './texts'

type Phase =
  | { name: 'ready' }
  | { name: 'busy' }
  | { name: 'failed'; problem: string }
  | { name: 'done'; packs: number; transactionId: string }

const READY: Phase = { name: 'ready' }

/** What waits for the user, and collecting it with one signature. Unknown while nobody is logged in. */
export function Claims({ look }: { look: EditionLook }) {
  const { t } = useTexts(texts)
  const { network } = useRoot().settings
  const user = useUser()
  const claims = useAppData('availableDropsToClaim')
  const drops = useAppData('rowDrops')
  const now = useGatewayNow()
  const account = user?.accountName ?? ''
  const [isUnread, setUnread] = useState(false)
  const read = () => {
    setUnread(false)
    rowAvailableDropsToClaim(network, account, { maxAge: 0 }).catch(() => setUnread(true))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each user once.
  useEffect(() => {
    if (account !== '') read()
  }, [account])

  if (claims === null && isUnread) {
    return (
      <Said title={t('failed')} text={t('failedText')}>
        <button type="button" className={linkStyles.outline} onClick={read}>
          {t('again')}
        </button>
      </Said>
    )
  }
  if (!claims || !drops || now === null) return <Reading />
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
    />
  )
}

/** Tickets of their size, without a word. */
function Reading() {
  const { t } = useTexts(texts)
  return (
    <section className={s.window}>
      <p className="fh-hidden" role="status">
        {t('reading')}
      </p>
      <ul className={s.tickets} aria-hidden="true">
        {[1, 2].map((place) => (
          <li key={place} className={s.ticket} />
        ))}
      </ul>
    </section>
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
}

function Window({ look, account, open, collected, elsewhere, dropOf }: WindowProps) {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const user = useUser()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [phase, setPhase] = useState<Phase>(READY)
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (phase.name === 'done') said.current?.focus()
  }, [phase])
  const isBusy = phase.name === 'busy'
  // What was collected leaves the window at once: the rows say so some seconds later.
  const waiting = phase.name === 'done' ? open.filter(({ id }) => left.has(id)) : open
  const picked = waiting.filter(({ id }) => !left.has(id)).slice(0, MOST_CLAIMS)
  const packs = Number(picked.reduce((sum, { amount }) => sum + amount, 0n))
  const pick = (id: string, isPicked: boolean) => {
    const next = new Set(left)
    if (isPicked) next.delete(id)
    else next.add(id)
    setLeft(next)
    setPhase(READY)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || picked.length === 0) return
    setPhase({ name: 'busy' })
    const outcome = await collect({ network, account, claims: picked, language })
    setPhase('problem' in outcome ? { name: 'failed', ...outcome } : { name: 'done', packs, ...outcome })
  }
  const wallet = user ? WALLETS[user.wallet] : ''
  const others = [...new Set(elsewhere)].map((edition) => ({
    edition,
    count: elsewhere.filter((other) => other === edition).length,
  }))
  return (
    <section className={s.window}>
      {phase.name === 'done' && (
        <div className={s.said}>
          <h2 ref={said} tabIndex={-1}>
            {t('collected', { count: phase.packs })}
          </h2>
          <p>{t('collectedText')}</p>
          <p>
            <a className={linkStyles.large} href={myCardsPath(look.edition)}>
              {t('myCards')}
            </a>
          </p>
          <p>
            {t('transaction')} <Transaction id={phase.transactionId} />
          </p>
        </div>
      )}
      {waiting.length === 0 && phase.name !== 'done' && (
        <div className={s.said}>
          <h2>{t('empty')}</h2>
          <p role="status">{t('emptyText')}</p>
          <p>
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
              <b>{formatNumber(packs, language)}</b> {t('packs', { count: packs })}
            </p>
            <div>
              <p>{t('signed', { action: `${network.gameContract}::claim`, account })}</p>
              {waiting.length - left.size > MOST_CLAIMS && <p>{t('most', { most: MOST_CLAIMS })}</p>}
            </div>
            <button
              type="submit"
              className={linkStyles.large}
              aria-disabled={isBusy || picked.length === 0}
              onPointerEnter={warmUp}
              onFocus={warmUp}
            >
              {packs > 0 ? t('collect', { count: packs }) : t('choose')}
            </button>
            <p className={s.status} role="status">
              {isBusy ? t('busy', { wallet }) : phase.name === 'failed' && `${phase.problem} ${t('refused')}`}
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
                {claim.createdAt !== null && <span>{formatDateTime(claim.createdAt, language)}</span>}
                <Transaction id={claim.transactionId} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
