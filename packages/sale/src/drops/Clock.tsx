import { useRemaining } from '@fieldhouse/chain-data'
import { Countdown } from '@fieldhouse/design'
import type { ComponentProps } from 'react'

type ClockProps = Omit<ComponentProps<typeof Countdown>, 'remaining'> & { target: string | number }

/** Counts down in digit cells; apart, because it renders again every second. */
export const Clock = ({ target, ...words }: ClockProps) => <Countdown remaining={useRemaining(target)} {...words} />
