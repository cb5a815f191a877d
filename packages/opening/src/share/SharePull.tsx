import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { saveFile } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { useEffect, useId, useRef, useState } from 'react'
import { canShare, makePicture } from './make-picture'
import { PullPicture } from './PullPicture'
import s from './SharePull.module.css'
import { texts } from './texts'

/** `9 Jun 2026`. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

export interface SharePullProps {
  edition: EditionCards
  cards: readonly OwnCard[]
  onBack: () => void
}

/** The picture of a pull, as it will be, for the platform's sheet or to save. It names nobody unless they say so. */
export function SharePull({ edition, cards, onBack }: SharePullProps) {
  const { t, language } = useTexts(texts)
  const account = useUser()?.accountName ?? ''
  const [isNamed, setNamed] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  const [said, say] = useState<'saved' | 'failed' | null>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const naming = useId()
  const { product } = useRoot().settings
  const date = new Date().toLocaleDateString(language === 'es' ? 'es' : 'en-GB', DAY)
  const file = t('file')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is another one with a name on it.
  useEffect(() => {
    let isWanted = true
    setPicture(null)
    say(null)
    // Made before it is pressed for: a browser opens its sheet only straight from a press.
    if (drawing.current) {
      makePicture(drawing.current, file).then(
        (made) => isWanted && setPicture(made),
        () => isWanted && say('failed'),
      )
    }
    return () => {
      isWanted = false
    }
  }, [isNamed, file])
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  const isShared = picture !== null && canShare(picture)
  const isSending = useRef(false)
  const send = async () => {
    if (!picture || isSending.current) return
    isSending.current = true
    say(null)
    try {
      if (isShared) await navigator.share({ files: [picture] })
      else {
        saveFile(picture)
        say('saved')
      }
    } catch (error) {
      // Closed without sharing: nothing is to be said.
      if ((error as Error).name !== 'AbortError') say('failed')
    } finally {
      isSending.current = false
    }
  }
  return (
    <div className={s.share} ref={panel}>
      <div className={s.picture}>
        <PullPicture
          ref={drawing}
          deck={edition.deck}
          cards={cards}
          name={product}
          note={isNamed ? t('pulledBy', { account, date }) : t('pulled', { date })}
          label={t('preview')}
        />
      </div>
      <div className={s.tools}>
        <label htmlFor={naming}>
          <input id={naming} type="checkbox" checked={isNamed} onChange={() => setNamed(!isNamed)} />
          {t('naming', { account })}
        </label>
        <p>
          <button
            type="button"
            className={linkStyles.large}
            aria-disabled={picture === null}
            onClick={() => void send()}
          >
            {t(isShared || picture === null ? 'share' : 'save')}
          </button>
          <button type="button" className={linkStyles.text} onClick={onBack}>
            {t('back')}
          </button>
        </p>
        <p role="status">{said && t(said)}</p>
      </div>
    </div>
  )
}
