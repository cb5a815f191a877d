import { useRoot } from '@fieldhouse/edition-kit'
import { awaitOnWall, collectionOf, type EditionCards, sealedOf, useWall } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonTexts } from './button-texts'
import { OpenPacks, preparePacks } from './OpenPacks'

export interface BoughtPacksProps extends EditionCards {
  /** The drop that was bought. */
  dropId: string
  /** How many packs of it were bought: no more are opened from here. */
  count: number
  className: string
  /** Whether they were bought just now, so that the index may not have them yet. @default true */
  isFresh?: boolean
  /** What stands there until the asset index has all of them, or does not say so in time. Once it had them they are opened. */
  children?: ReactNode
}

/** The button that opens packs where they were bought: one press, and the wallet is asked. */
export function BoughtPacks({ dropId, count, className, isFresh = true, children, ...edition }: BoughtPacksProps) {
  const { t } = useTexts(buttonTexts)
  const { network } = useRoot().settings
  const account = useUser()?.accountName ?? ''
  const { seen } = useWall(network, account)
  const packs = seen ? sealedOf(collectionOf(seen.holdings, edition).packs, dropId).slice(-count) : []
  const [isWaiting, setWaiting] = useState(isFresh)
  const isThere = packs.length >= count || (!isWaiting && packs.length > 0)
  const [hasCome, setCome] = useState(isThere)
  if (isThere && !hasCome) setCome(true)
  // The index follows the chain some seconds behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each purchase.
  useEffect(() => {
    preparePacks()
    setWaiting(isFresh)
    setCome(false)
    if (account === '' || !isFresh) return
    const isListed = (all: Parameters<typeof collectionOf>[0]) =>
      sealedOf(collectionOf(all, edition).packs, dropId).length >= count
    awaitOnWall(network, account, isListed)
      .catch(() => {})
      .finally(() => setWaiting(false))
  }, [account, dropId, isFresh])
  return (
    <>
      <OpenPacks
        edition={edition}
        packs={isThere ? packs : []}
        className={className}
        name={t('openNow', { count: packs.length })}
        isAtOnce
      />
      {!hasCome && children}
    </>
  )
}
