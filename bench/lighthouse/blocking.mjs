/** How much slower Lighthouse's phone is, and from when on a task blocks, milliseconds. */
const SLOWDOWN = 4
const LONG = 50

/**
 * The total blocking time of a trace by the time that the page's main thread had a processor: on a machine that others work
 * on too, a task's time by the clock is partly theirs. From the first contents on, as Lighthouse has it; microseconds in,
 * milliseconds out.
 */
export function processorBlocking(events) {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL)
  const inPage = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts)
  const painted = inPage.find(({ name }) => name === 'firstContentfulPaint')
  const thread = inPage.find(({ name }) => name === 'ParseHTML').tid
  return inPage
    .filter(({ name, tid, ts, dur }) => name === 'RunTask' && tid === thread && ts + dur > painted.ts)
    .map(({ tdur, dur }) => ((tdur ?? dur) / 1000) * SLOWDOWN - LONG)
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0)
}
