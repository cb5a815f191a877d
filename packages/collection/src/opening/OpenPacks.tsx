import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { toast, warmUp } from '@fieldhouse/wallet-login'
import { type ComponentType, useState } from 'react'
import type { Collection, EditionCards } from '../cards/holdings'
import type { StageProps } from './Stage'
import { texts } from './texts'

const loadStage = () => import(/* webpackChunkName: "opening" */ './Stage')

/** Fetches what a press of the button needs: the stage, and what signs. */
const prepare = () => {
  warmUp()
  loadStage().catch(() => {})
}

export interface OpenPacksProps extends Pick<Collection, 'packs'> {
  edition: EditionCards
  /** @default a plain button */
  className?: string
  /** What it says. @default its usual word */
  name?: string
  /** Told when the stage is opened and when it is left. */
  onStage?: (isOpen: boolean) => void
}

/** The button that opens packs, and the stage on which they are opened, which is fetched when somebody comes near. */
export function OpenPacks({ edition, packs, className = linkStyles.button, name, onStage }: OpenPacksProps) {
  const { t } = useTexts(texts)
  const [opened, setOpened] = useState<Pick<StageProps, 'packs'> & { Stage: ComponentType<StageProps> }>()
  const open = () =>
    loadStage().then(
      ({ Stage }) => {
        setOpened({ Stage, packs })
        onStage?.(true)
      },
      () => toast({ kind: 'error', text: t('unloaded') }),
    )
  const close = () => {
    setOpened(undefined)
    onStage?.(false)
  }
  return (
    <>
      {packs[0] && (
        <button
          type="button"
          className={className}
          aria-label={name === undefined ? t('openOf', { name: packs[0].name }) : `${name}: ${packs[0].name}`}
          onClick={() => void open()}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {name ?? t('open')}
        </button>
      )}
      {opened && <opened.Stage edition={edition} packs={opened.packs} onClose={close} />}
    </>
  )
}
