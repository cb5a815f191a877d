import type { ListedDrop } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLine } from '../line/use-line'
import { Basket } from './Basket'
import { pauseOf } from './pause'
import s from './Slip.module.css'
import { Closed, Invited, LimitReached, Paused, Soon } from './Unavailable'
import { Moved, Receipt, Short, Waiting } from './Underway'
import { type SlipState, useSlip } from './use-slip'

export interface SlipProps {
  drop: ListedDrop
  drops: readonly ListedDrop[]
  look: EditionLook
  /** Where the drops have their pages, such as `/<edition>/drops`. */
  pages: string
}

/** The order slip of a drop: what can be done with it now, in one place of one height, with the button at its foot. */
export function Slip(props: SlipProps): ReactNode {
  const slip = useSlip(props.drop)
  const root = useRef<HTMLDivElement>(null)
  const sale = `/${props.drop.edition}#packs`
  const line = useLine(slip, { ...props, sale })
  const { name } = slip.phase
  // A press put the focus here, where it outlasts what was pressed, and a dialog of the wallet gives it back: to where it goes on.
  useEffect(() => {
    if (name !== 'busy' && document.activeElement === root.current)
      root.current?.querySelector<HTMLElement>('[tabindex="-1"], [type="submit"]')?.focus()
  }, [name])
  return (
    <div ref={root} className={s.slip} tabIndex={-1} data-slip>
      {line ?? viewOf(slip, sale, props)}
    </div>
  )
}

function viewOf(slip: SlipState, sale: string, { drop, drops, look, pages }: SlipProps): ReactNode {
  const { phase, refusal } = slip
  if (phase.name === 'done') {
    const own = ['my-cards', 'claims'].map((page) => `/${drop.edition}/${page}`)
    const [cards, claims] = own.map((path) => ((slip.settings.own?.includes(path) ?? true) ? path : undefined))
    return <Receipt slip={slip} look={look} record={phase.record} cards={cards} claims={claims} />
  }
  if (phase.name === 'busy' && phase.step !== 'preparing') return <Waiting slip={slip} phase={phase} key={phase.step} />
  if (drop.state === 'soon') return <Soon slip={slip} pages={pages} />
  if (drop.state !== 'live') return <Closed slip={slip} drops={drops} pages={pages} sale={sale} />
  const pause = pauseOf(drop, slip.language)
  if (pause) return <Paused slip={slip} {...pause} />
  if (phase.name === 'failed' && phase.problem.kind === 'moved') return <Moved slip={slip} problem={phase.problem} />
  if (drop.needsClaim && slip.isInvited !== true && (slip.isInvited === false || !slip.user))
    return <Invited slip={slip} />
  if (slip.isLimitReached) return <LimitReached slip={slip} sale={sale} />
  // While it is looked again the numbers stand.
  if (refusal?.reason === 'balance') return <Short slip={slip} missing={refusal.missing} />
  return <Basket slip={slip} />
}
