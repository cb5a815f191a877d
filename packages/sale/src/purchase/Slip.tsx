import type { ListedDrop } from '@fieldhouse/chain-data'
import { Announcement, Dialog } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { isValidElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLine } from '../line/use-line'
import { Bar, Basket } from './Basket'
import { formTexts } from './form-texts'
import { pauseOf } from './pause'
import { wordsOf } from './problem'
import { missingOf } from './Short'
import s from './Slip.module.css'
import { Closed, Invited, LimitReached, Paused, Soon } from './Unavailable'
import { Moved, Receipt, Waiting } from './Underway'
import { type SaleProps, type SlipState, useSlip } from './use-slip'

export interface SlipProps extends SaleProps {
  drop: ListedDrop
  /** In its own page: the class of the panel around it. Outside of that a bar buys, while the panel is not on the screen. */
  frame?: string | undefined
}

/** The order slip of a drop: what can be done with it now, in one place of one height, with the button at its foot. */
export function Slip(props: SlipProps): ReactNode {
  const slip = useSlip(props.drop)
  const root = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLFormElement>(null)
  const line = useLine(slip, props)
  const { name } = slip.phase
  // The press moved the focus here, because what was pressed goes away. Afterwards it goes to what comes next.
  useEffect(() => {
    if (name !== 'busy' && document.activeElement === root.current)
      root.current?.querySelector<HTMLElement>('[tabindex="-1"], [type="submit"]')?.focus()
  }, [name])
  const hasFocus = [root, bar].some(({ current }) => current?.contains(document.activeElement))
  // What is pressed may go with its view, or with the bar: who uses a keyboard is here then, and not on a button that another press would buy with.
  useEffect(() => {
    if (hasFocus && document.activeElement === document.body) root.current?.focus()
  })
  const view = line ?? viewOf(slip, props)
  const isOf = (shown: unknown) => isValidElement(view) && view.type === shown
  const isBuying = isOf(Basket) && missingOf(slip) === null
  const problem = line || isBuying || isOf(Moved) ? '' : unsaid(slip)
  const inside = (
    <div ref={root} className={s.slip} tabIndex={-1} data-slip>
      <Turn slip={slip} />
      <p className={problem && s.note} role="status">
        {problem}
      </p>
      {view}
    </div>
  )
  if (props.frame === undefined) return inside
  return (
    <>
      {isBuying && <Bar ref={bar} slip={slip} />}
      <div className={props.frame}>{inside}</div>
    </>
  )
}

/** Says that the sale opened, closed or was paused to those who hear the slip: what comes with its words is not heard. */
function Turn({ slip: { drop, t, words, language } }: { slip: SlipState }) {
  const state = drop.state === 'live' && pauseOf(drop, language) ? 'paused' : drop.state
  const [last, turn] = useState({ state, count: 0 })
  if (last.state !== state) turn({ state, count: last.count + 1 })
  const said = state === 'soon' ? '' : `${drop.name}: ${state === 'ended' ? t('endedWord') : words(state)}`
  return <Announcement passed={last.count} text={said} />
}

/** Why a purchase did not come about, where what stands there now says only what of the pack itself speaks against one. */
function unsaid({ phase, drop, t, language }: SlipState): string {
  const { problem } = phase.name === 'failed' ? phase : {}
  const isOfPack = problem?.kind === 'refusal' && !problem.isRefused
  return problem && !isOfPack ? wordsOf(problem, drop.limitCooldown > 0, t, language) : ''
}

function viewOf(slip: SlipState, { drop, drops, look, pages, bought }: SlipProps): ReactNode {
  const { phase } = slip
  if (phase.name === 'done') return <Receipt slip={slip} look={look} bought={bought} record={phase.record} />
  if (phase.name === 'busy' && phase.step !== 'preparing') return <Waiting slip={slip} phase={phase} key={phase.step} />
  if (drop.state === 'soon') return <Soon slip={slip} pages={pages} />
  if (drop.state !== 'live') return <Closed slip={slip} drops={drops} pages={pages} />
  const pause = pauseOf(drop, slip.language)
  if (pause) return <Paused slip={slip} {...pause} />
  if (phase.name === 'failed' && phase.problem.kind === 'moved') return <Moved slip={slip} problem={phase.problem} />
  if (drop.needsClaim && slip.isInvited !== true && (slip.isInvited === false || !slip.user))
    return <Invited slip={slip} />
  if (slip.isLimitReached) return <LimitReached slip={slip} />
  return <Basket slip={slip} />
}

export interface SlipDialogProps extends SaleProps {
  /** The drop whose slip is open. */
  dropId: string
  onClose: () => void
}

/** The slip of a drop that is bought from a list. It stays open when its drop leaves the list: a purchase goes on. */
export function SlipDialog({ dropId, onClose, ...slip }: SlipDialogProps): ReactNode {
  const { t } = useTexts(formTexts)
  const heading = useId()
  const [last, setLast] = useState<ListedDrop>()
  const drop = slip.drops.find(({ id }) => id === dropId) ?? (last?.id === dropId ? last : undefined)
  if (drop && drop !== last) setLast(drop)
  return (
    drop && (
      <Dialog key={drop.id} open label={heading} onClose={onClose} closeLabel={t('close')} className={s.form}>
        <h2 id={heading} className={s.name} tabIndex={-1} data-initial-focus>
          {drop.name}
        </h2>
        <Slip drop={drop} {...slip} />
      </Dialog>
    )
  )
}
