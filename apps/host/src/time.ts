import { timeLimit } from '@fieldhouse/contract/browser'

/** How often a page looks whether its device has slept, milliseconds. */
const EVERY = 15_000

/** By so much the device's two clocks may come apart before the gateway is asked, milliseconds. */
const MARGIN = 2000

/** How long the gateway may take to answer, milliseconds. */
const TIMEOUT = 5000

/**
 * Asks the gateway for its time where the page's own may be behind, whose countdown to a sale would be: a document of the
 * browser's back may be one that it has kept, and while a device sleeps, most browsers' monotonic clocks stand still. A page
 * that shows nothing of the chain asks for nothing else.
 *
 * @param observe told of the gateway's time, epoch milliseconds
 */
export function keepTime(window: Window, observe: (time: number) => void): void {
  const { document, performance } = window
  const apart = () => Date.now() - performance.now()
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let known = load?.type === 'back_forward' ? Number.NaN : apart()
  const look = async () => {
    const now = apart()
    if (document.hidden || Math.abs(now - known) < MARGIN) return
    const answer = await window.fetch('/healthz', { signal: timeLimit(TIMEOUT) }).catch(() => null)
    const time = Date.parse(answer?.headers.get('Date') ?? '')
    // A laptop that wakes has no network yet.
    if (Number.isNaN(time)) return
    known = now
    observe(time)
  }
  void look()
  window.setInterval(look, EVERY)
  document.addEventListener('visibilitychange', look)
}
