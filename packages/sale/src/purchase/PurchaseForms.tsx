import type { ListedDrop } from '@fieldhouse/chain-data'
import { Dialog } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useId, useState } from 'react'
import { formTexts } from './form-texts'
import { Slip, type SlipProps } from './Slip'
import s from './Slip.module.css'

export interface PurchaseFormsProps extends Pick<SlipProps, 'drops' | 'look' | 'pages'> {
  /** The drop whose form is open. */
  dropId: string
  onClose: () => void
}

/**
 * The slip of the drop that is bought from a list, in a dialog. It stays, whatever becomes of its drop: a purchase goes on.
 */
export function PurchaseForms({ dropId, onClose, ...slip }: PurchaseFormsProps): ReactNode {
  const { t } = useTexts(formTexts)
  const heading = useId()
  const [last, setLast] = useState<ListedDrop>()
  const drop = slip.drops.find(({ id }) => id === dropId) ?? (last?.id === dropId ? last : undefined)
  if (drop && drop !== last) setLast(drop)
  return (
    drop && (
      <Dialog key={drop.id} open label={heading} onClose={onClose} closeLabel={t('close')} className={s.form}>
        <h2 id={heading} className={s.name} tabIndex={-1} data-initial-focus>
          {drop.name}
        </h2>
        <Slip drop={drop} {...slip} />
      </Dialog>
    )
  )
}

export { Slip } from './Slip'
