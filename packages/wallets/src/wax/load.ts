import type { WalletFolder } from '../load'

export const hint: WalletFolder['hint'] = {
  en: 'In your browser. The quickest start.',
  es: 'En tu navegador. Lo más rápido para empezar.',
}

/** waxjs packs transactions itself. */
export const load: WalletFolder['load'] = () => import(/* webpackChunkName: "wallet-cloud" */ './cloud')
