import {
  hundredths,
  isByMedian,
  type ListedDrop,
  type Listing,
  useAppData,
  useGatewayNow,
  useMedianPrice,
  useUnreadSince,
} from '@fieldhouse/chain-data'
import { claimedOf, getPartnersCodes, rowAvailableDropsToClaim, rowBalanceWax } from '@fieldhouse/chain-data/client'
import {
  afterPurchase,
  depositOf,
  type Facts,
  isInvited,
  limitLeft,
  mostOf,
  refusalOf,
} from '@fieldhouse/chain-data/purchase'
import type { EditionLook } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatNumber, formatUsd, formatWax, useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { login, useUser, walletOf } from '@fieldhouse/wallet-login'
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { formTexts } from './form-texts'
import { claimsOf, hasUndone, madeBy, noteMade } from './orders'
import { choosePartner, codeOf, partnerCode, partnerOf } from './partner'
import { rateText, spanText } from './times'
import { usePurchasing } from './use-purchasing'

/** What stands in the place of a figure that is not known. */
export const UNKNOWN = '—'

/** Hundredths of a WAX in 10^-8. */
const SHOWN = 1_000_000n

/** What is shown of an amount, which is rounded up to hundredths: nobody pays more than they read. */
export const asShown = (units: bigint): bigint => ((units + SHOWN - 1n) / SHOWN) * SHOWN

/** A balance rounds down: nobody reads that they have more, and what is short shows. */
export const roundedDown = (units: bigint): bigint => units - (units % SHOWN)

/** The price of WAX may move by this much before a second press is asked for, in basis points; the visitor reads it. */
export const TOLERANCE_BPS = 100n

/**
 * The most that a press agrees to: what is shown, and of a price that follows the median one hundredth more. What is signed is
 * the exact deposit of the moment, and never above this.
 */
export const agreedFor = (deposit: bigint, moves: boolean): bigint =>
  asShown(deposit) + (moves ? (asShown(deposit) * TOLERANCE_BPS) / 10_000n : 0n)

/** The number that was written; null when it is none. More digits than three are too many packs in any case. */
const quantityOf = (value: string): bigint | null => (/^\d{1,6}$/.test(value) ? BigInt(value) : null)

/** One pack's price as its sale names it; empty for one in another token. */
export function priceOf(listing: Listing | null, { words, language }: Pick<SlipState, 'words' | 'language'>): string {
  if (!listing) return ''
  if (listing.units === 0n) return words('free')
  if (isByMedian(listing)) return `$${formatUsd(hundredths(listing), language).text}`
  return `${formatWax(listing.units, language).text} WAX`
}

/** The sale that a slip is part of. */
export interface SaleProps {
  drops: readonly ListedDrop[]
  look: EditionLook
  /** Where the drops have their pages, such as `/<edition>/drops`. */
  pages: string
  /** What opens packs where they were bought. @default their receipt leads to it */
  bought?: ComponentType<BoughtProps> | undefined
}

/** What opens packs where they were bought knows of them. */
export interface BoughtProps {
  dropId: string
  count: number
  /** Of its button. */
  className: string
  /** What stands in its place until they can be opened. */
  children: ReactNode
}

/** All that a slip shows and does. */
export type SlipState = ReturnType<typeof useSlip>

export function useSlip(drop: ListedDrop) {
  const { t, language } = useTexts(formTexts)
  const words = useDropTexts()
  const { settings } = useRoot()
  const { network } = settings
  const user = useUser()
  const account = user?.accountName ?? ''
  const purchasing = usePurchasing(drop, account)
  const [code, setCode] = useState(partnerCode)
  const [draft, setDraft] = useState({ code: '', isBad: false })
  const partners = useAppData('partnersCodes')
  const balance = useAppData('userWaxBalance')
  const known = useAppData('availableDropsToClaim')
  const median = useMedianPrice()
  const now = useGatewayNow() ?? Date.now()
  useEffect(() => {
    if (account === '') return
    const look = () => {
      if (document.hidden) return
      // What cannot be read now stays as it is known, and is read again before anything is signed.
      rowBalanceWax(network, account, { maxAge: 0 }).catch(() => {})
      rowAvailableDropsToClaim(network, account, { maxAge: 0 }).catch(() => {})
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [account, network])
  useEffect(() => {
    noteMade(network.chainId, account, known)
  }, [network, account, known])
  const claims = claimsOf(network.chainId, account, known)
  const isUndone = hasUndone(network.chainId, account)
  // In which block it was undone is in no record: what differs from what was known before is of after it.
  const block = isUndone ? 0 : madeBy(network.chainId, account, purchasing.record)
  useEffect(() => {
    if (block === 0 && !isUndone) return
    // Whoever learnt it has read them: that may have been another tab.
    const end = new AbortController()
    const names = ['userWaxBalance', 'availableDropsToClaim'] as const
    afterPurchase({ network, account, block, names, signal: end.signal }).catch(() => {})
    return () => end.abort()
  }, [account, network, block, isUndone])
  useEffect(() => {
    if (code !== '') getPartnersCodes(network).catch(() => {})
  }, [code, network])

  const { listing } = drop
  const byMedian = listing !== null && isByMedian(listing)
  const isFree = listing?.units === 0n
  const { state, partner } = partnerOf(code, partners, now)
  // No code takes anything off what is free, and one that does not count is in nobody's way there.
  const codeState = isFree && state !== 'open' ? 'none' : state
  const facts: Facts = { drop, median, partner: codeState === 'open' ? partner : null, balance, claims, now }
  const quantity = quantityOf(purchasing.written) ?? 0n
  const deposit = depositOf(facts, quantity)
  // A code that does not count would be refused: the visitor decides, not we.
  const isCodeBad = codeState === 'unknown' || codeState === 'closed'
  const refusal = refusalOf(facts, quantity) ?? (isCodeBad ? ({ reason: 'partner', code } as const) : null)
  const discountBps = isFree ? 0n : BigInt(facts.partner?.discountBps ?? 0)
  const gross = depositOf({ ...facts, partner: null }, quantity)
  const left = claims ? limitLeft(drop, claims, now) : null
  const dollars = (units: bigint): string =>
    listing && byMedian ? `$${formatUsd(hundredths({ ...listing, units }), language).text}` : ''
  const grossUsd = (listing?.units ?? 0n) * quantity
  const netUsd = (grossUsd * (10_000n - discountBps) + 9_999n) / 10_000n
  const most = mostOf(facts)

  const order = {
    network,
    buyer: account,
    dropId: drop.id,
    quantity,
    language,
    // One that is still being looked up is read with the quote: it is never dropped from what is signed.
    partnerCode: codeState === 'reading' ? code : (facts.partner?.code ?? ''),
  }
  const count = quantity || 1n
  const packs = (count: bigint) => t('packsOf', { count: Number(count) })
  /** Buys, or looks again at what speaks against it, such as a balance that was too small: without the wallet. */
  const submit = (pressed?: Element) => {
    if (refusal || deposit === null) return purchasing.check(order)
    // The bar, from which it can be pressed too, stands before its slip.
    const slip =
      pressed?.closest<HTMLElement>('[data-slip]') ?? pressed?.parentElement?.querySelector<HTMLElement>('[data-slip]')
    slip?.focus()
    purchasing.buy({ ...order, agreed: agreedFor(deposit, byMedian), usd: dollars(netUsd) })
  }
  const setPartner = (next: string) => {
    choosePartner(next)
    setCode(next)
    purchasing.reset()
  }
  const hasDraft = code === '' && draft.code !== '' && !isFree
  const takeDraft = () => {
    const next = codeOf(draft.code)
    setDraft({ ...draft, isBad: next === '' })
    setPartner(next)
  }
  return {
    t,
    /** The words that the list of drops has too. */
    words,
    language,
    drop,
    settings,
    /** Where the sale is that lists the drops. */
    sale: `/${drop.edition}#packs`,
    user,
    account,
    /** The user's; null for nobody's. */
    wallet: user && walletOf(user.wallet),
    ...purchasing,
    now,
    median,
    balance,
    quantity,
    deposit,
    refusal,
    byMedian,
    isFree,
    gross,
    /** One pack without a code. */
    each: depositOf({ ...facts, partner: null }, 1n),
    discountBps,
    code,
    codeState,
    partner,
    unpricedSince: useUnreadSince('medianPrice'),
    most,
    /** Writes the number, or the nearest that can be bought. */
    choose: (next: bigint) => purchasing.write(String(next > most ? most : next < 1n ? 1n : next)),
    /** Whether it is known what the account bought. */
    isRead: claims !== null,
    /** Bought of the limit. */
    owned: left === null ? 0n : drop.accountLimit - left,
    /** Bought and collected, also what the limit counts no more. */
    have: claimedOf(claims ?? [], drop.id),
    isLimitReached: left === 0n,
    isInvited: isInvited(facts),
    agreed: deposit === null ? null : agreedFor(deposit, byMedian),
    number: (value: bigint) => formatNumber(value, language),
    /** `2 packs`. */
    packs,
    /** What the button says. */
    buyText: !user ? words('login') : isFree ? t('take', { count: Number(count) }) : t('buy', { packs: packs(count) }),
    wax: (units: bigint) => formatWax(units, language).text,
    /** The price in dollars of the whole basket, before and after the code; empty for one that is not in dollars. */
    usd: {
      gross: dollars(grossUsd),
      net: dollars(netUsd),
      off: dollars(grossUsd - netUsd),
      each: dollars(listing?.units ?? 0n),
    },
    /** 10^-4 dollars for one WAX, as it is read. */
    rate: (value: bigint) => rateText(value, language),
    percent: (bps: bigint) => formatPercent(Number(bps) / 100, language),
    span: (milliseconds: number) => spanText(milliseconds, language),
    /** A code that is being written, and whether it was found to be none. */
    draft,
    writeCode: (written: string) => setDraft({ code: written, isBad: false }),
    takeDraft,
    removeCode: () => {
      setPartner('')
      setDraft({ code: '', isBad: false })
    },
    submit,
    /** The button of a form. */
    press: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!user) void login()
      // Whoever has written a code buys with it: first they see what it takes off, or that it is none.
      else if (hasDraft) takeDraft()
      else submit(event.currentTarget)
    },
  }
}
