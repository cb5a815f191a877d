import type { ListedDrop } from '@fieldhouse/chain-data'
import { Dialog, type EditionLook } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useId } from 'react'
import { formTexts } from './form-texts'
import { Slip } from './Slip'
import s from './Slip.module.css'

export interface PurchaseFormProps {
  drop: ListedDrop
  drops: readonly ListedDrop[]
  look: EditionLook
  pages: string
  open: boolean
  onClose: () => void
}

/** The slip of one drop in a dialog, for a list of many. */
export function PurchaseForm({ drop, open, onClose, ...slip }: PurchaseFormProps): ReactNode {
  const { t } = useTexts(formTexts)
  const heading = useId()
  return (
    <Dialog open={open} label={heading} onClose={onClose} closeLabel={t('close')} className={s.form}>
      <h2 id={heading} className={s.name} tabIndex={-1} data-initial-focus>
        {drop.name}
      </h2>
      <Slip drop={drop} open={open} {...slip} />
    </Dialog>
  )
}
