import { createCell } from '@fieldhouse/chain-data'

/** What the buzzer of this tab does: sound, notify, both, or neither where the browser allows nothing. */
export type Buzzer = 'off' | 'both' | 'sound' | 'notice' | 'none'

/** Off until a visitor switches it on, and again after it has sounded. */
export const buzzer = createCell<Buzzer>('off')

/** Made at a press: browsers play no sound before one. */
let audio: AudioContext | undefined

/** Three saws a little apart, as the horn of a hall has them, hertz. */
const HORN = [207, 311, 415]

function horn(seconds: number): void {
  if (!audio) return
  const start = audio.currentTime
  const volume = audio.createGain()
  volume.connect(audio.destination)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02)
  volume.gain.setValueAtTime(0.12, start + seconds - 0.06)
  volume.gain.linearRampToValueAtTime(0, start + seconds)
  for (const frequency of HORN) {
    const saw = new OscillatorNode(audio, { type: 'sawtooth', frequency })
    saw.connect(volume)
    saw.start(start)
    saw.stop(start + seconds)
  }
}

/** Call it from a press. Switches the buzzer on, plays it briefly, and asks for permission to notify. */
export async function startBuzzer(): Promise<void> {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    horn(0.25)
  } catch {
    audio = undefined
  }
  buzzer.set(audio ? 'sound' : 'none')
  // Nobody may ever answer the browser's question, and until then the turn may come.
  const permission = 'Notification' in window ? await Notification.requestPermission().catch(() => 'denied') : 'denied'
  if (permission === 'granted' && buzzer.get() !== 'off') buzzer.set(audio ? 'both' : 'notice')
}

/** Switches it off. */
export function stopBuzzer(): void {
  buzzer.set('off')
  void audio?.close()
  audio = undefined
}

/** Sounds it once if it is on; with a notification where the tab is hidden. */
export function soundBuzzer(title: string, body: string): void {
  const state = buzzer.get()
  buzzer.set('off')
  if (state === 'both' || state === 'sound') horn(1.2)
  if ((state !== 'both' && state !== 'notice') || document.visibilityState === 'visible') return
  try {
    const notice = new Notification(title, { body, tag: 'fieldhouse-turn' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Chrome on Android has notifications for workers alone; the horn has sounded.
  }
}
