import { linkStyles } from '@fieldhouse/design'
import { Total } from './Parts'
import { Steps } from './Quantity'
import s from './Slip.module.css'
import type { SlipState } from './use-slip'

/** What is paid, how many packs and the button, at the foot of a narrow window until the slip comes. */
export const Bar = ({ slip }: { slip: SlipState }) => (
  <form className={s.bar} aria-label={slip.t('bar')} onSubmit={slip.press} noValidate>
    <p>
      <Total slip={slip} />
    </p>
    <fieldset className={s.cells} aria-label={slip.t('packs')}>
      <Steps slip={slip} fixed={slip.phase.name === 'busy'}>
        <output className={s.number}>{slip.written}</output>
      </Steps>
    </fieldset>
    <button type="submit" className={`${linkStyles.large} ${s.go}`} aria-disabled={slip.phase.name === 'busy'}>
      {slip.buyText}
    </button>
  </form>
)
