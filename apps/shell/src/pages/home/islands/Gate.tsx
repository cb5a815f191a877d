import { useLater } from '@fieldhouse/edition-kit'

/** What keeps the gate true is no part of the first sight: it comes this long after it, milliseconds. */
const AFTER = 4000

const load = () => import(/* webpackChunkName: "gate" */ '../LiveGate')

/** Keeps the gate true, and shows nothing itself: without it the gate is what it was when the page came. */
export const Gate = () => {
  const gate = useLater(load, AFTER)
  return <span hidden>{gate && <gate.LiveGate />}</span>
}
