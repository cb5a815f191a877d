import { useRoot } from '@fieldhouse/edition-kit'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useId } from 'react'
import { formTexts } from './form-texts'

export interface QuantityProps {
  /** As it was written. */
  value: string
  onChange: (value: string) => void
  /** The most that can be bought now. */
  most: bigint
  /** While a purchase is under way. */
  fixed: boolean
  /** Id of what says why the number cannot be bought; undefined when it can. */
  problem: string | undefined
}

/** The number that was written; null when it is none. More digits than three are too many packs in any case. */
export const quantityOf = (value: string): bigint | null => (/^\d{1,6}$/.test(value) ? BigInt(value) : null)

/** How many packs: a number to write, and a step to each side. */
export function Quantity({ value, onChange, most, fixed, problem }: QuantityProps): ReactNode {
  const { t } = useTexts(formTexts)
  const { language } = useRoot().page
  const id = useId()
  const quantity = quantityOf(value) ?? 0n
  const step = (by: bigint) => {
    const next = quantity + by
    onChange(String(next > most ? most : next < 1n ? 1n : next))
  }
  return (
    <div>
      <label htmlFor={id}>{t('quantity')}</label>
      <fieldset aria-label={t('quantity')}>
        <Step name={t('fewer')} sign="−" off={fixed || quantity <= 1n} onPress={() => step(-1n)} />
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={Number(most)}
          step={1}
          required
          value={value}
          readOnly={fixed}
          aria-invalid={problem !== undefined}
          aria-describedby={problem}
          onChange={({ target }) => onChange(target.value)}
        />
        <Step name={t('more')} sign="+" off={fixed || quantity >= most} onPress={() => step(1n)} />
      </fieldset>
      <small>{most > 0n && t('upTo', { most: formatNumber(most, language) })}</small>
    </div>
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
