import s from './StateMark.module.css'

export interface StateMarkProps {
  state: 'live' | 'paused' | 'soon' | 'closed'
}

/** Stands before the word for a sale's state: its shape tells it first, colour last. */
export const StateMark = ({ state }: StateMarkProps) => <i className={s.mark} data-mark={state} aria-hidden="true" />
