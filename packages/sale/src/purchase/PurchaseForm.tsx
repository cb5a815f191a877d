import {
  hundredths,
  isByMedian,
  type ListedDrop,
  useAppData,
  useGatewayNow,
  useMedianPrice,
} from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim, rowBalanceWax } from '@fieldhouse/chain-data/client'
import { depositOf, type Facts, mostOf, refusalOf } from '@fieldhouse/chain-data/purchase'
import { Dialog, linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatUsd, formatWax, useTexts } from '@fieldhouse/i18n'
import { login, type User, useUser, type WalletName } from '@fieldhouse/wallet-login'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useDropTexts } from '../drops/texts'
import { Contents } from './Contents'
import { Done } from './Done'
import { formTexts } from './form-texts'
import s from './PurchaseForm.module.css'
import { wordsOf } from './problem'
import { Quantity, quantityOf } from './Quantity'
import { type Purchasing, usePurchasing } from './use-purchasing'

/** The wallets' own names (specification, section 2, Login modal). */
const WALLETS: Record<WalletName, string> = { anchor: 'Anchor', wax: 'Cloud Wallet', wombat: 'Wombat Wallet' }

/** What stands in the place of a figure that is not known. */
const UNKNOWN = '—'

/** Hundredths of a WAX in 10^-8. */
const SHOWN = 1_000_000n

/** What is shown of an amount, which is rounded up to hundredths: nobody pays more than they read. */
const asShown = (units: bigint): bigint => ((units + SHOWN - 1n) / SHOWN) * SHOWN

/** A balance rounds down: nobody reads that they have more, and what is short shows. */
const roundedDown = (units: bigint | null) => units && units - (units % SHOWN)

export interface PurchaseFormProps {
  drop: ListedDrop
  open: boolean
  onClose: () => void
}

/** The purchase of one drop: a dialog, with what outlasts its closing. */
export function PurchaseForm({ drop, open, onClose }: PurchaseFormProps): ReactNode {
  const { t } = useTexts(formTexts)
  const user = useUser()
  const heading = useId()
  const purchasing = usePurchasing(drop, open)
  return (
    <Dialog open={open} label={heading} onClose={onClose} closeLabel={t('close')}>
      <div className={s.form}>
        <h2 id={heading} tabIndex={-1} data-initial-focus>
          {drop.name}
        </h2>
        {purchasing.phase.name === 'done' ? (
          <Done {...purchasing.phase} onAgain={purchasing.reset} onClose={onClose} />
        ) : (
          <Fields drop={drop} user={user} purchasing={purchasing} />
        )}
      </div>
    </Dialog>
  )
}

interface FieldsProps {
  drop: ListedDrop
  user: User | null
  purchasing: Purchasing
}

function Fields({ drop, user, purchasing }: FieldsProps) {
  const { t } = useTexts(formTexts)
  const buy = useDropTexts()
  const { page, settings } = useRoot()
  const { language } = page
  const status = useId()
  const facts = useFacts(drop, user)
  const { phase, written } = purchasing
  const quantity = quantityOf(written) ?? 0n
  const deposit = depositOf(facts, quantity)
  const refusal = refusalOf(facts, quantity)
  const isBusy = phase.name === 'busy'
  const said = useRef<HTMLParagraphElement>(null)
  // On a small screen the words can be below the fold.
  useEffect(() => {
    if (phase.name !== 'ready') said.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  const wallet = user ? WALLETS[user.wallet] : ''

  const problem = phase.name === 'failed' ? phase.problem : refusal && ({ kind: 'refusal', refusal } as const)
  // The price may have moved on since: what is said is what is shown.
  const current = problem?.kind === 'moved' && deposit !== null ? { ...problem, deposit } : problem
  const wax = (units: bigint | null) => `${units === null ? UNKNOWN : formatWax(units, language).text} WAX`
  const { listing } = drop
  const isFree = listing?.units === 0n
  const usd = (count: bigint) =>
    listing && isByMedian(listing) && !isFree && count > 0n
      ? `$${formatUsd(hundredths({ ...listing, units: listing.units * count }), language).text} USD `
      : ''
  const price = (units: bigint | null) => (isFree ? t('free') : wax(units))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!user) return void login()
    const order = { network: settings.network, buyer: user.accountName, dropId: drop.id, quantity, language }
    // What speaks against it may be over, such as a balance that was too small: it is read again, without the wallet.
    if (refusal || deposit === null) purchasing.check(order)
    else purchasing.buy({ ...order, agreed: asShown(deposit) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Contents drop={drop} />
      <Quantity
        value={written}
        onChange={(value) => {
          purchasing.write(value)
          purchasing.reset()
        }}
        most={mostOf(facts)}
        fixed={isBusy}
        problem={problem && !isBusy ? status : undefined}
      />
      <dl>
        <div>
          <dt>{t('each')}</dt>
          <dd>
            {usd(1n)}
            <b>{price(depositOf(facts, 1n))}</b>
          </dd>
        </div>
        <div>
          <dt>{t('balance')}</dt>
          <dd>
            <b>{wax(roundedDown(facts.balance))}</b>
          </dd>
        </div>
        <div>
          <dt>{t('total')}</dt>
          <dd>
            {usd(quantity)}
            <strong>{price((isBusy ? phase.deposit : null) ?? deposit)}</strong>
          </dd>
        </div>
      </dl>
      <button type="submit" className={linkStyles.large} aria-disabled={isBusy} aria-describedby={status}>
        {user ? t('buyWith', { wallet }) : buy('login')}
      </button>
      <p id={status} ref={said} role="status">
        {isBusy
          ? t(`steps.${phase.step}`, { wallet })
          : current && wordsOf(current, drop.limitCooldown > 0, t, language)}
      </p>
    </form>
  )
}

/** What the purchase depends on as the page knows it; balance and claims are read when the form opens. */
function useFacts(drop: ListedDrop, user: User | null): Facts {
  const { network } = useRoot().settings
  const account = user?.accountName ?? ''
  useEffect(() => {
    if (account === '') return
    // What cannot be read now stays unknown, and is read again before anything is signed.
    rowBalanceWax(network, account, { maxAge: 0 }).catch(() => {})
    rowAvailableDropsToClaim(network, account, { maxAge: 0 }).catch(() => {})
  }, [account, network])
  return {
    drop,
    median: useMedianPrice(),
    partner: null,
    balance: useAppData('userWaxBalance'),
    claims: useAppData('availableDropsToClaim'),
    now: useGatewayNow() ?? Date.now(),
  }
}
