export function Hang() {
  while (globalThis.document);
  return <p id="fault">readable</p>
}
