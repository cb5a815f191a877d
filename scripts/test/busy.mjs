import { start, stop } from '../lib/child.mjs'

/** A loop ends by itself after this long, in seconds, whatever became of who started it. */
const MOST_SECONDS = 30 * 60

/**
 * Runs something beside loops that each keep a core busy, as on a machine that others use too: what is a race there fails
 * now and then. They end with it.
 */
export async function besideBusyLoops(count, work, seconds = MOST_SECONDS) {
  const loop = `const end = Date.now() + ${seconds * 1000}; while (Date.now() < end);`
  const loops = Array.from({ length: count }, () => start(process.execPath, ['-e', loop]))
  try {
    return await work(loops)
  } finally {
    await Promise.all(loops.map((busy) => stop(busy, 0)))
  }
}
