import { useHydrated } from '@fieldhouse/edition-kit'

/** Fails in the render after the one that hydrates: not while it is written at build. */
export function Failing() {
  if (useHydrated()) throw new Error('made to fail while it renders')
  return <p id="fault">readable</p>
}
