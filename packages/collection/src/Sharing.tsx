import { copyText } from '@fieldhouse/contract/browser'
import { linkStyles } from '@fieldhouse/design'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { toast } from '@fieldhouse/wallet-login'
import type { ReactNode } from 'react'

const texts = defineTexts({
  en: {
    link: 'Copy the link',
    linked: 'Link copied.',
    notLinked: 'The link could not be copied. It is this page’s address.',
  },
  es: {
    link: 'Copiar el enlace',
    linked: 'Enlace copiado.',
    notLinked: 'No se ha podido copiar el enlace. Es la dirección de esta página.',
  },
})

/** Copies the page's address, and says so. */
function useCopyLink(): () => Promise<void> {
  const { t } = useTexts(texts)
  return async () =>
    toast(
      (await copyText(location.href))
        ? { kind: 'success', text: t('linked') }
        : { kind: 'error', text: t('notLinked') },
    )
}

/** Whoever closes the sheet has shared nothing and needs no word about it, nor does a second press while it is open. */
const UNSAID = ['AbortError', 'InvalidStateError']

/** Gives the page's address to the platform's share sheet; copies it where there is none, or it is refused. */
export function ShareLink({ children }: { children: ReactNode }) {
  const copy = useCopyLink()
  const share = async () => {
    if (!navigator.share) return copy()
    try {
      await navigator.share({ url: location.href, title: document.title })
    } catch (error) {
      if (!UNSAID.includes((error as Error).name)) await copy()
    }
  }
  return (
    <button type="button" className={linkStyles.large} onClick={() => void share()}>
      {children}
    </button>
  )
}

export function CopyLink() {
  const { t } = useTexts(texts)
  const copy = useCopyLink()
  return (
    <button type="button" className={linkStyles.text} onClick={() => void copy()}>
      {t('link')}
    </button>
  )
}
