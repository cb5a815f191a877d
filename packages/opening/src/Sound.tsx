import { readStored, store } from '@fieldhouse/contract/browser'
import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useState } from 'react'
import { texts } from './texts'

/** Where it is kept that somebody switched the sound on. */
const KEY = 'fh-stage-sound'

/** The choice that storage did not take. */
let unstored: string | null = null

const isOn = (): boolean => (unstored ?? readStored(KEY)) === 'on'

/** What is heard, and felt: the strip that tears, a card that comes to stand, and one that hangs alone. */
export type Cue = 'tear' | 'card' | 'rafters'

/** How a device shakes with it, in milliseconds: on, off, on. */
const SHAKES: Record<Cue, number[]> = { tear: [20, 30, 20], card: [15], rafters: [40, 60, 120] }

let context: AudioContext | undefined

/** A tone that fades. @param at seconds from now; @param lasts seconds */
function tone(audio: AudioContext, hertz: number, at: number, lasts: number, loud: number): void {
  const from = audio.currentTime + at
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
  const gain = new GainNode(audio, { gain: loud })
  gain.gain.setValueAtTime(loud, from)
  gain.gain.exponentialRampToValueAtTime(0.001, from + lasts)
  source.connect(gain).connect(audio.destination)
  source.start(from)
  source.stop(from + lasts)
}

/** Paper that tears: noise that rises. @param lasts seconds */
function rip(audio: AudioContext, lasts: number): void {
  const buffer = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index++)
    samples[index] = (Math.random() * 2 - 1) * (index / samples.length)
  const source = new AudioBufferSourceNode(audio, { buffer })
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 2600, Q: 0.8 })
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: 0.25 }))
    .connect(audio.destination)
  source.start()
}

/** Sounds and shakes, for who has switched it on: nobody hears anything before. */
export function play(cue: Cue): void {
  if (!isOn()) return
  navigator.vibrate?.(SHAKES[cue])
  try {
    sound(cue)
  } catch {
    // A browser without one, or without a way to make one now: what is shown goes on.
  }
}

function sound(cue: Cue): void {
  context ??= new AudioContext()
  // A browser keeps it silent until something was pressed on the page.
  void context.resume().catch(() => {})
  if (cue === 'tear') rip(context, 0.4)
  if (cue === 'card') tone(context, 150, 0, 0.18, 0.4)
  if (cue === 'rafters')
    for (const [index, hertz] of [196, 294, 392, 588].entries()) tone(context, hertz, index * 0.09, 1.1, 0.22)
}

/** Switches the sounds and the shaking of the stage on and off; off until then, and remembered. */
export function SoundSwitch() {
  const { t } = useTexts(texts)
  const [isPressed, press] = useState(isOn)
  const toggle = () => {
    const chosen = isPressed ? 'off' : 'on'
    unstored = store(KEY, chosen) ? null : chosen
    press(!isPressed)
    play('card')
  }
  return (
    <button type="button" className={linkStyles.text} aria-pressed={isPressed} data-sound="" onClick={toggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 9H8L13 4V20L8 15H3Z" />
        <path d={isPressed ? 'M16.5 8.5Q19 12 16.5 15.5M19.5 5.5Q24 12 19.5 18.5' : 'M16.5 9L22.5 15M22.5 9L16.5 15'} />
      </svg>
      <span>{t('sound')}</span>
    </button>
  )
}
