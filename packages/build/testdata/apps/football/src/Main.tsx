import { Slot, still, useHydrated, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { useId, useState } from 'react'
import ball from './ball.svg'
import styles from './Main.module.css'
import { texts } from './texts'

const Opening = still(async () => (await import('./Opening')).Opening)

/** Everything a page does: texts, settings, an asset, an id, a slot, and a state that shows whether it lives. */
export function Main() {
  const { page, settings, base, navigate } = useRoot()
  const { t } = useTexts(texts)
  const [count, setCount] = useState(0)
  const hydrated = useHydrated()
  const id = useId()
  if (page.path === '/football/broken' && hydrated && count > 0) throw new Error('broken on purpose')
  return (
    <article className={styles.body}>
      <h1 className={styles.title}>
        {page.route === '/football/faq' ? t('faq') : t('title', { product: settings.product })}
      </h1>
      <img src={base + ball} alt="" width="10" height="10" />
      <button type="button" id="count" aria-describedby={id} onClick={() => setCount(count + 1)}>
        Clicked {count}
      </button>
      <Opening />
      <span id={id}>{settings.developer.name}</span>
      <Slot name="drops" ready={count > 0}>
        <p id="live">live</p>
      </Slot>
      <a id="to-faq" href="/football/faq">
        faq
      </a>
      <button type="button" id="go-home" onClick={() => navigate('/')}>
        home
      </button>
    </article>
  )
}
