import { Slot, useHydrated, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { useId, useState } from 'react'
import ball from '../ball.svg'
import { texts } from './counter-texts'

/** Everything an island does: props, texts, settings, an asset, an id, a slot, and a state that shows whether it lives. */
export function Counter({ step, breaks }: { step: string; breaks: boolean }) {
  const { settings, base } = useRoot()
  const { t } = useTexts(texts)
  const [count, setCount] = useState(0)
  const hydrated = useHydrated()
  const id = useId()
  if (breaks && hydrated && count > 0) throw new Error('broken on purpose')
  return (
    <section>
      <img src={base + ball} alt="" width="10" height="10" />
      <button type="button" aria-describedby={id} onClick={() => setCount(count + Number(step))}>
        {t('clicked')} {count}
      </button>
      <span id={id}>{settings.developer.name}</span>
      <Slot name="drops" ready={count > 0}>
        <p>live</p>
      </Slot>
    </section>
  )
}
