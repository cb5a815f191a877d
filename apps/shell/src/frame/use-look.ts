import type { Look } from '@fieldhouse/contract'
import { useState } from 'react'

/**
 * The look of a header or footer: for an unknown path the previous one stays (specification, section 2).
 *
 * @param next the page's look, null for an unknown path
 */
export function useLook(next: Look | null): Look {
  const [look, setLook] = useState<Look>(next ?? 'default')
  if (next !== null && next !== look) setLook(next)
  return next ?? look
}
