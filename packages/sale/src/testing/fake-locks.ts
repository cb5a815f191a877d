/** Gives the browser locks of which none is held: what another test holds on to is forgotten. */
export function freshLocks(): void {
  const held = new Set<string>()
  const request: LockManager['request'] = async (name: string, ...rest: unknown[]) => {
    const use = rest.at(-1) as LockGrantedCallback<unknown>
    if (held.has(name)) return use(null)
    held.add(name)
    try {
      return await use({ name, mode: 'exclusive' })
    } finally {
      held.delete(name)
    }
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
}
