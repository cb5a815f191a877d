import { artOf, type EditionLook, linkStyles, Pack } from '@fieldhouse/design'
import { cardsAtStart, type OwnPack } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { useUser, walletOf } from '@fieldhouse/wallet-login'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { tornAt } from './progress'
import { Strip } from './Strip'
import { type Tear, Torn } from './Torn'
import { ToWall } from './ToWall'
import { texts } from './texts'
import type { Opening } from './use-opening'
import s from './Wait.module.css'

/** After so long it is said that it takes longer than usual, in milliseconds. */
const SLOW = 10_000

interface WaitProps {
  look: EditionLook
  pack: OwnPack
  opening: Opening
  heading: string
  onClose: () => void
}

/** A pack that is sealed, or whose strip tears while the wallet signs and the chain works: the strip is the progress bar. */
export function Wait({ look, pack, opening, heading, onClose }: WaitProps) {
  const { t } = useTexts(texts)
  const { step, problem } = opening
  const user = useUser()
  const wallet = user ? walletOf(user.wallet).title : ''
  const art = artOf({ id: pack.dropId, contents: pack })
  const button = useRef<HTMLButtonElement>(null)
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => button.current?.focus(), [])
  const isAtWallet = step === 'sealed' || step === 'asked'
  // Shown again, it is the wrapper alone that leaves: nothing is waited for.
  const [wasOpen] = useState(step === 'open')
  const isAgain = wasOpen && step === 'open'
  const isDealing = !isAtWallet && !isAgain
  // What was focused is gone: who cannot see it hears what comes of it.
  useEffect(() => {
    if (!isAtWallet) headline.current?.focus()
  }, [isAtWallet])
  const { tear, mark } = useProgress(opening)
  return (
    <div className={s.wait}>
      <div className={s.pack}>
        {step === 'sealed' ? (
          <>
            <Pack look={look} name={pack.name} paint="floor" art={art} />
            <Strip onTorn={opening.open} />
          </>
        ) : (
          <Torn look={look} name={pack.name} art={art} isLeaving={step === 'open'} tear={tear} />
        )}
      </div>
      {isAgain ? (
        <h2 id={heading} className="fh-hidden">
          {pack.name}
        </h2>
      ) : isAtWallet ? (
        <div className={s.prompt}>
          <h2 id={heading} ref={headline} tabIndex={-1}>
            {pack.cards > 0 ? t('title', { count: pack.cards }) : t('unknown')}
          </h2>
          <p className={s.hint} role="status">
            {step === 'asked'
              ? t(opening.isUndone ? 'undone' : 'signing', { wallet })
              : problem === undefined
                ? t('text')
                : `${problem} ${t('refused')}`}
          </p>
          <button
            type="button"
            className={linkStyles.large}
            ref={button}
            aria-disabled={step === 'asked'}
            onClick={opening.open}
          >
            {t('tear')}
          </button>
        </div>
      ) : (
        <div className={`${s.prompt} ${s.dealing} ${step === 'open' ? s.over : ''}`}>
          <h2 id={heading} ref={headline} tabIndex={-1}>
            {t('dealing')}
          </h2>
          {/* The same element as that of the sealed pack, at the same place: what a region has when it comes is not said. */}
          <p role="status">{t(saidOf(opening))}</p>
          {step !== 'late' && (
            <Patience key={String(opening.isInLine)} isInLine={opening.isInLine} isOpen={step !== 'signed'} />
          )}
          <Steps opening={opening} count={pack.cards} />
          {step === 'late' && <ToWall edition={look.edition} className={linkStyles.large} onClose={onClose} />}
        </div>
      )}
      {isDealing && step !== 'late' && (
        <>
          <div className={s.rail} aria-hidden="true">
            <i ref={mark}>
              <b />
            </i>
          </div>
          <ul className={s.places} aria-hidden="true">
            {Array.from({ length: pack.cards }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
              <li key={place} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** How far it is, of one that was signed. */
const saidOf = ({ step, isUndone, isInLine }: Opening) =>
  step === 'late' ? 'late' : step !== 'signed' ? 'arriving' : isUndone ? 'undone' : isInLine ? 'inLine' : 'sent'

/** That it goes on by itself; other words once it takes long. */
function Patience({ isInLine, isOpen }: { isInLine: boolean; isOpen: boolean }) {
  const { t } = useTexts(texts)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  return <p>{t(!isSlow || isInLine ? 'leave' : isOpen ? 'slowCards' : 'slow')}</p>
}

/** Signed, drawn, dealt: each with what is known of it. */
function Steps({ opening: { step, sentAt }, count }: { opening: Opening; count: number }) {
  const { t, language } = useTexts(texts)
  const done = { signed: 1, reading: 2, late: 2, open: 3, sealed: 0, asked: 0 }[step]
  const time = sentAt > 0 ? new Date(sentAt).toLocaleTimeString(language, { hourCycle: 'h23' }) : ''
  const drawn = count > 0 ? t('drawn', { count, number: cardsAtStart(count, language) }) : t('drawn')
  return (
    <ol className={s.steps}>
      {[t('steps.signed'), drawn, t('steps.dealt')].map((words, index) => (
        <li key={words} data-step={index < done ? 'done' : index === done ? 'now' : 'to come'}>
          {words}
          {index === 0 && <span>{time}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Moves the strip and the mark on the ruler, frame by frame, as far as the opening is; the seconds beside the mark count. */
function useProgress({ step }: Opening) {
  const { t, language } = useTexts(texts)
  const tear = useRef<Tear>(null)
  const mark = useRef<HTMLElement>(null)
  const torn = useRef(0)
  const signedAt = useRef(0)
  const seconds = (elapsed: number) => {
    const tenths = Math.round(elapsed / 100)
    const text = `${formatNumber(Math.floor(tenths / 10), language)}${language === 'es' ? ',' : '.'}${tenths % 10}`
    return t('seconds', { seconds: text })
  }
  const draw = useEffectEvent((now: number) => {
    tear.current?.(torn.current)
    const ruler = mark.current
    if (!ruler) return
    ruler.style.transform = `translateX(${(100 * torn.current).toFixed(2)}%)`
    const text = seconds(now - signedAt.current)
    if (ruler.firstChild && ruler.firstChild.textContent !== text) ruler.firstChild.textContent = text
  })
  useEffect(() => {
    if (step === 'sealed') {
      torn.current = 0
      return
    }
    const began = performance.now()
    const from = torn.current
    if (step === 'signed' || signedAt.current === 0) signedAt.current = began
    let frame = 0
    const next = (now: number) => {
      torn.current = tornAt(step, now - began, from)
      draw(now)
      if (torn.current < 1) frame = requestAnimationFrame(next)
    }
    frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  }, [step])
  return { tear, mark }
}
