import { getUser, login, warmUp } from '@fieldhouse/wallet-login'
import type { ComponentType } from 'react'
import { PurchaseForms, type PurchaseFormsProps } from './PurchaseForms'

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

/** Makes all ready for a user: the code that signs is fetched. */
export const ready = warmUp
