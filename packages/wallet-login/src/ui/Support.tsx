import { useTexts } from '@fieldhouse/i18n'
import { CopyButton } from './CopyButton'
import { texts } from './texts'

/** Copies what support asks for. */
export function Support({ text }: { text: string }) {
  const { t } = useTexts(texts)
  return (
    <CopyButton text={text} copied={t('support.copied')} notCopied={t('support.notCopied')} field={t('support.field')}>
      {t('support.copy')}
    </CopyButton>
  )
}
