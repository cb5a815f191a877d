import type { ReactNode } from 'react'
import { Fragment, useState } from 'react'
import { useHydrated } from './hydrated'

const EMPTY = { __html: '' }

export interface SlotProps {
  /** A slot the gateway knows, such as `drops`. */
  name: string
  /**
   * False keeps what the gateway put inside until the live form has its data.
   *
   * @default true
   */
  ready?: boolean
  className?: string | undefined
  /** The live form: of the same size as what the gateway puts inside. */
  children: ReactNode
}

/**
 * A place whose inside the gateway fills and React leaves alone while hydrating; afterwards the live form stands there.
 *
 * Only a root that hydrates ever renders `dangerouslySetInnerHTML`: there React compares and does not assign. In a root
 * that the client renders it would assign a string to `innerHTML`, which Trusted Types refuse, and the root would die;
 * so the live form stands there from the start, skeletons included.
 */
export function Slot({ name, ready = true, className, children }: SlotProps): ReactNode {
  const hydrated = useHydrated()
  const [slotted, setSlotted] = useState(!hydrated)
  if (slotted && hydrated && ready) setSlotted(false)
  // The keys keep React from turning the slot's element into the live form's: the slot is removed as one node.
  if (!slotted) return <Fragment key="live">{children}</Fragment>
  return (
    <div
      key="slot"
      data-slot={name}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and never assigned: see above.
      dangerouslySetInnerHTML={EMPTY}
    />
  )
}
