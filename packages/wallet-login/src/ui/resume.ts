import { wait } from '@fieldhouse/chain-data'
import {
  type Asked,
  afterPurchase,
  askedOf,
  forgetAsked,
  holdPurchases,
  keepPending,
  type Pending,
  pendingOf,
} from '@fieldhouse/chain-data/purchase'
import { defineTexts, textsIn } from '@fieldhouse/i18n'
import { collect, explain, fromUnknown, settle, settleKept, type User } from '@fieldhouse/wallets'
import { walletContext } from './context'
import { language, page } from './page'
import { showToast } from './toasts/show'
import { fetchWallet } from './wallets'

const resumeTexts = defineTexts({
  en: {
    done_one: '{{count}} pack is yours',
    done_other: '{{count}} packs are yours',
    notBought: 'Your purchase did not come about. Nothing was paid.',
    unclear: 'We do not know yet how your purchase ended',
    unclearMore: 'The network has not told us. It is looked up again with the next page.',
    left: 'The page was left before your wallet answered. Nothing was paid.',
    leftMore: 'Your basket is as you left it.',
    open: 'Your wallet still has your purchase',
    openMore: 'Sign it there and it is made. Nothing is paid until you do.',
  },
  es: {
    done_one: '{{count}} sobre es tuyo',
    done_many: '{{count}} sobres son tuyos',
    done_other: '{{count}} sobres son tuyos',
    notBought: 'Tu compra no se ha hecho. No se ha pagado nada.',
    unclear: 'Aún no sabemos cómo acabó tu compra',
    unclearMore: 'La red no nos lo ha dicho. Se vuelve a mirar con la página siguiente.',
    left: 'La página se cerró antes de que tu cartera respondiera. No se ha pagado nada.',
    leftMore: 'Tu cesta está como la dejaste.',
    open: 'Tu cartera aún tiene tu compra',
    openMore: 'Fírmala allí y estará hecha. Hasta entonces no se paga nada.',
  },
})

/** An answer that takes longer than this is not there yet, in milliseconds: the visitor hears what it waits for. */
const OPEN_AFTER = 3000

/**
 * Finds out what became of an account's purchases, and tells it. Another tab that is at it is left alone. Never rejects.
 *
 * @param sends whether what was signed is sent here too
 */
export async function resume(user: User, sends: boolean): Promise<void> {
  const { accountName: account } = user
  let asked: Asked | null = null
  // Whoever still waits for a wallet holds the purchases: what is asked for now is nobody's.
  await alone(async () => {
    asked = askedOf(account)
    if (sends) for (const pending of pendingOf(account)) await settleAndTell(pending)
  })
  if (asked) await collectAndTell(user, asked)
}

/** Takes the wallet's answer to what a page that is gone had asked for, and sends what it signed. */
async function collectAndTell(user: User, asked: Asked): Promise<void> {
  const { accountName: account } = user
  const { dropName, request } = asked
  const t = textsIn(resumeTexts, language())
  // A newer question took its place: nobody wants the answer to this one.
  const isWanted = () => askedOf(account)?.request === request && askedOf(account)?.at === asked.at
  if (request === '') {
    // Its answer went to the page that is gone, and what it signed is sent by nobody.
    forgetAsked(account)
    showToast({ kind: 'info', text: `${dropName}: ${t('left')}`, more: t('leftMore') })
    return
  }
  const answered = new AbortController()
  wait(OPEN_AFTER, answered.signal).then(
    () => showToast({ kind: 'info', text: `${dropName}: ${t('open')}`, more: t('openMore') }),
    () => {},
  )
  try {
    const signed = await collect(walletContext(), await fetchWallet(user.wallet), user, request)
    answered.abort()
    await alone(async () => {
      if (!isWanted()) return
      const { request: _, ...made } = asked
      const pending = { ...made, ...signed }
      keepPending(pending)
      forgetAsked(account)
      await settleAndTell(pending)
      // A page that buys shows what others have bought.
      dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.bought' }))
    })
  } catch (cause) {
    const error = fromUnknown(cause, 'collecting a late answer')
    // The wallet's part could not be had: with the next page.
    if (error.kind === 'network' || !isWanted()) return
    forgetAsked(account)
    const { title, text } = explain(error, language())
    showToast({ kind: 'info', text: `${dropName}: ${t('notBought')}`, more: `${title}. ${text}` })
  } finally {
    answered.abort()
  }
}

async function settleAndTell(pending: Pending): Promise<void> {
  const { buyer: account, dropName, quantity } = pending
  const t = textsIn(resumeTexts, language())
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

/** Does it while no other tab buys; not at all while one does. */
async function alone(work: () => Promise<void>): Promise<void> {
  const release = await holdPurchases().catch(() => null)
  if (!release) return
  try {
    await work()
  } finally {
    release()
  }
}
