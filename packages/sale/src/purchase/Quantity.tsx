import { type ReactNode, useId } from 'react'
import s from './Slip.module.css'
import type { SlipState } from './use-slip'

/** A limit up to this is drawn as cells. */
const MOST_CELLS = 5n

export interface QuantityProps {
  slip: SlipState
  /** What is said of the limit. */
  children: ReactNode
  /** Id of what says why the number cannot be bought; undefined when it can. */
  problem?: string | undefined
}

/**
 * How many packs, in one control with the account's limit: up to five cells, those that were bought hatched and those that are
 * chosen filled; a number to write above that. A step to each side. All of it rests while a purchase is
 * under way.
 */
export function Quantity({ slip, children, problem }: QuantityProps): ReactNode {
  const { t, quantity, most, owned, choose } = slip
  const isFixed = slip.phase.name === 'busy'
  const limit = slip.drop.accountLimit
  const id = useId()
  const hasCells = limit > 0n && limit <= MOST_CELLS
  return (
    <div className={s.quantity}>
      <p>
        {hasCells ? <b id={id}>{t('packs')}</b> : <label htmlFor={id}>{t('packs')}</label>}
        <small>{children}</small>
      </p>
      <fieldset className={s.cells} aria-label={t('packs')} aria-describedby={problem}>
        <Steps slip={slip}>
          {hasCells ? (
            Array.from({ length: Number(limit) }, (_, index) => {
              const place = BigInt(index + 1)
              if (place <= owned) {
                return (
                  <span key={place} className={s.owned}>
                    <span className="fh-hidden">{t('owned')} </span>
                    {String(place)}
                  </span>
                )
              }
              const chosen = place - owned
              const off = isFixed || chosen > most
              return (
                <button
                  key={place}
                  type="button"
                  aria-pressed={chosen <= quantity}
                  aria-disabled={off}
                  aria-label={slip.packs(chosen)}
                  onClick={() => off || choose(chosen)}
                >
                  {String(place)}
                </button>
              )
            })
          ) : (
            <input
              id={id}
              type="number"
              inputMode="numeric"
              min={1}
              max={Number(most)}
              step={1}
              required
              value={slip.written}
              readOnly={isFixed}
              aria-invalid={problem !== undefined}
              aria-describedby={problem}
              onChange={({ target }) => slip.write(target.value)}
            />
          )}
        </Steps>
      </fieldset>
    </div>
  )
}

/** A step to each side of what shows the number. */
export function Steps({ slip, children }: Pick<QuantityProps, 'slip' | 'children'>) {
  const { t, quantity, most, choose } = slip
  const isFixed = slip.phase.name === 'busy'
  return (
    <>
      <Step name={t('fewer')} sign="−" off={isFixed || quantity <= 1n} onPress={() => choose(quantity - 1n)} />
      {children}
      <Step name={t('more')} sign="+" off={isFixed || quantity >= most} onPress={() => choose(quantity + 1n)} />
    </>
  )
}

/** Stays in the order of the keyboard when it has reached its end, so that nobody loses their place. */
function Step({ name, sign, off, onPress }: { name: string; sign: string; off: boolean; onPress: () => void }) {
  return (
    <button type="button" aria-label={name} aria-disabled={off} onClick={() => off || onPress()}>
      {sign}
    </button>
  )
}
