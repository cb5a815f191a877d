import type { WalletFolder } from '../load'

export const hint: WalletFolder['hint'] = {
  en: 'A phone app and browser add-on.',
  es: 'Aplicación móvil y extensión del navegador.',
}

export const load: WalletFolder['load'] = async () =>
  (await import(/* webpackChunkName: "wallet-packing" */ '../packing')).wombat()
