/**
 * Lends waxjs the part of Node's Buffer that it uses. It writes its version into the address of the login window with
 * `Buffer.from(version).toString('base64')`, before anything is awaited, and a browser has no Buffer. The whole of it would
 * be 7 kB, and as a lasting global would make other libraries take the page for Node.
 */
export function withBuffer<T>(call: () => T): T {
  const scope = globalThis as { Buffer?: unknown }
  if (scope.Buffer) return call()
  scope.Buffer = { from: (text: string) => ({ toString: () => btoa(text) }) }
  try {
    return call()
  } finally {
    delete scope.Buffer
  }
}
