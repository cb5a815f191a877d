/** Fails in the very render that hydrates. */
export function Hydrating() {
  if (globalThis.document) throw new Error('made to fail while it hydrates')
  return <p id="fault">readable</p>
}
