import { whenIdle } from '@fieldhouse/contract/browser'
import type { Trigger } from './trigger'

/** Once the page has nothing else to do. */
export const idle: Trigger = (_, load) => whenIdle(load)
