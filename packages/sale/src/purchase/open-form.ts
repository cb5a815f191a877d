import type { RootProps } from '@fieldhouse/edition-kit'
import { getUser, login, warmUp } from '@fieldhouse/wallet-login'
import type { ComponentType } from 'react'
import { PurchaseForms, type PurchaseFormsProps } from './PurchaseForms'
import { resumePurchases } from './use-purchasing'

export { Slip } from './Slip'

/** The forms, and which of them is open. */
export interface Forms extends Pick<PurchaseFormsProps, 'dropId' | 'onClose'> {
  Component: ComponentType<PurchaseFormsProps>
}

/** Opens a drop's form, for a visitor after logging in; nothing happens when nobody logs in. */
export async function openForm(dropId: string, show: (forms: Forms) => void): Promise<void> {
  if (!(getUser() ?? (await login()))) return
  const showDrop = (id: string) => show({ Component: PurchaseForms, dropId: id, onClose: () => showDrop('') })
  showDrop(dropId)
}

/** Makes all ready for a user: the code that signs is fetched, and what was bought before and never ended is looked up. */
export function ready({ settings, page }: Pick<RootProps, 'settings' | 'page'>): void {
  warmUp()
  const user = getUser()
  if (user) void resumePurchases(user, settings.network, page.language)
}
