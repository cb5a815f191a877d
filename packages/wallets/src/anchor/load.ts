import type { WalletFolder } from '../load'

export const hint: WalletFolder['hint'] = {
  en: 'An app on your computer or phone.',
  es: 'Una aplicación para el ordenador o el móvil.',
}

export const load: WalletFolder['load'] = async () =>
  (await import(/* webpackChunkName: "wallet-packing" */ '../packing')).anchor()
