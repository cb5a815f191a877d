import { linkStyles } from '@fieldhouse/design'
import { reportUnloaded, useRoot } from '@fieldhouse/edition-kit'
import { type Collection, type EditionCards, lastIdOf } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import { toast, useUser, warmUp } from '@fieldhouse/wallet-login'
import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react'
import { buttonTexts } from './button-texts'
import type { StageProps } from './Stage'

const loadStage = () => import(/* webpackChunkName: "opening" */ './Stage')

type StageModule = Awaited<ReturnType<typeof loadStage>>

/** The stage's code once it is here: a wallet's window opens from the very press. */
let stage: StageModule | undefined

/** Fetches what a press of the button needs: the stage, and what signs. */
export const preparePacks = (): void => {
  warmUp()
  loadStage().then(
    (loaded) => {
      stage = loaded
    },
    () => {},
  )
}

export interface OpenPacksProps extends Pick<Collection, 'packs'> {
  edition: EditionCards
  /** @default a plain button */
  className?: string
  /** What it says. @default its usual word */
  name?: string
  /** The wallet is asked by the same press; otherwise the stage waits for the strip to be torn. @default false */
  isAtOnce?: boolean
  /** Told when the stage is opened and when it is left. */
  onStage?: (isOpen: boolean) => void
}

interface Opened extends Pick<StageProps, 'packs' | 'asked'> {
  Stage: ComponentType<StageProps>
  /** Whose packs they are: another tab may log somebody else in. */
  account: string | undefined
}

/** The button that opens packs, and the stage on which they are opened, which is fetched when somebody comes near. */
export function OpenPacks({
  edition,
  packs,
  className = linkStyles.button,
  name,
  isAtOnce = false,
  onStage,
}: OpenPacksProps) {
  const { t, language } = useTexts(buttonTexts)
  const { settings, report } = useRoot()
  const { network } = settings
  const account = useUser()?.accountName
  const [opened, setOpened] = useState<Opened>()
  /** From the press until the stage is left: what is pressed meanwhile is that press, and who has gone on has left. */
  const isPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press is of who was logged in.
  useEffect(
    () => () => {
      isPressed.current = false
    },
    [account],
  )
  const show = ({ Stage, openPack }: StageModule) => {
    if (!isPressed.current) return
    const [pack] = packs
    // The wallet's window opens in the press itself. The stage, which is as much work again, is drawn after it.
    const asked =
      isAtOnce && pack && account ? openPack({ network, account, pack, after: lastIdOf(account), language }) : undefined
    startTransition(() => {
      setOpened({ Stage, packs, asked, account })
      onStage?.(true)
    })
  }
  const open = () => {
    if (isPressed.current) return
    isPressed.current = true
    if (stage) return show(stage)
    loadStage().then(show, (error) => {
      isPressed.current = false
      toast({ kind: 'error', text: t('unloaded') })
      reportUnloaded(report, 'the stage', error)
    })
  }
  const close = () => {
    isPressed.current = false
    setOpened(undefined)
    onStage?.(false)
  }
  useEffect(() => {
    if (opened && opened.account !== account) close()
  })
  return (
    <>
      {packs[0] && (
        <button
          type="button"
          className={className}
          aria-label={name === undefined ? t('openOf', { name: packs[0].name }) : `${name}: ${packs[0].name}`}
          onClick={open}
          // One that is held since it closed the stage opens no other pack.
          onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
          onPointerEnter={preparePacks}
          onFocus={preparePacks}
        >
          {name ?? t('open')}
        </button>
      )}
      {opened && <opened.Stage edition={edition} packs={opened.packs} asked={opened.asked} onClose={close} />}
    </>
  )
}
