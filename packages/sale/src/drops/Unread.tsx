import { useUnreadSince } from '@fieldhouse/chain-data'
import { defineTexts, formatDateTime, useTexts } from '@fieldhouse/i18n'
import { Empty } from './Parts'
import s from './Unread.module.css'

const unreadTexts = defineTexts({
  en: {
    missingTitle: 'No word from the chain',
    missingText: 'Since {{time}} the packs on sale cannot be read. This page keeps asking.',
    stale: 'We cannot reach the chain. What you see is from {{time}}.',
    unpriced: 'Since {{time}} the price of WAX cannot be read.',
  },
  es: {
    missingTitle: 'La cadena no responde',
    missingText: 'Desde el {{time}} no se pueden leer los sobres a la venta. Esta página sigue preguntando.',
    stale: 'No llegamos a la cadena. Lo que ves es del {{time}}.',
    unpriced: 'Desde el {{time}} no se puede leer el precio de WAX.',
  },
})

/**
 * What is missing or old, and since when: in the place of what is shown, or in a line above it.
 *
 * @param isKnown whether something is shown that may be old
 */
export function Unread({ isKnown }: { isKnown: boolean }) {
  const { t, language } = useTexts(unreadTexts)
  const unreadSince = useUnreadSince('rowDrops')
  const unpricedSince = useUnreadSince('medianPrice')
  const since = unreadSince ?? unpricedSince
  if (since === null) return null
  const time = formatDateTime(since, language)
  if (isKnown) {
    return (
      <p className={s.notice}>
        <i aria-hidden="true" />
        {t(unreadSince === null ? 'unpriced' : 'stale', { time })}
      </p>
    )
  }
  if (unreadSince === null) return null
  return (
    <div className={s.missing}>
      <Empty title={t('missingTitle')} text={t('missingText', { time })} />
    </div>
  )
}
