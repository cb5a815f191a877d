import { afterPurchase, holdPurchases, pendingOf } from '@fieldhouse/chain-data/purchase'
import { defineTexts, textsIn } from '@fieldhouse/i18n'
import { explain, settle, settleKept } from '@fieldhouse/wallets'
import { language, page } from './page'
import { showToast } from './toasts/show'

const resumeTexts = defineTexts({
  en: {
    done_one: '{{count}} pack is yours',
    done_other: '{{count}} packs are yours',
    notBought: 'Your purchase did not come about. Nothing was paid.',
    unclear: 'We do not know yet how your purchase ended',
    unclearMore: 'The network has not told us. It is looked up again with the next page.',
  },
  es: {
    done_one: '{{count}} sobre es tuyo',
    done_many: '{{count}} sobres son tuyos',
    done_other: '{{count}} sobres son tuyos',
    notBought: 'Tu compra no se ha hecho. No se ha pagado nada.',
    unclear: 'Aún no sabemos cómo acabó tu compra',
    unclearMore: 'La red no nos lo ha dicho. Se vuelve a mirar con la página siguiente.',
  },
})

/** Finds out what became of an account's purchases, and tells it. Another tab that is at it is left alone. Never rejects. */
export async function resume(account: string): Promise<void> {
  const release = await holdPurchases().catch(() => null)
  if (!release) return
  const t = textsIn(resumeTexts, language())
  try {
    for (const pending of pendingOf(account)) {
      const { dropName, quantity } = pending
      const settled = await settleKept(pending, settle)
      if (settled.name === 'bought') {
        showToast({ kind: 'success', text: t('done', { count: Number(quantity) }), more: dropName })
        const { network } = page().settings
        const before = { userWaxBalance: null, availableDropsToClaim: null }
        afterPurchase({ network, account, before, block: settled.block }).catch(() => {})
      } else if (settled.name === 'unclear') {
        showToast({ kind: 'info', text: `${dropName}: ${t('unclear')}`, more: t('unclearMore') })
      } else {
        const { title, text } = explain(settled.error, language())
        showToast({ kind: 'error', text: `${dropName}: ${t('notBought')}`, more: `${title}. ${text}` })
      }
    }
  } finally {
    release()
  }
}
