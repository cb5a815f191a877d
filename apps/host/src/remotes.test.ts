import type { LineupEntry, Mount } from '@fieldhouse/contract'
import { describe, expect, it, vi } from 'vitest'
import { createRemotes, IntegrityError } from './remotes'

const entry: LineupEntry = {
  release: 'a',
  base: '/_r/football/a/',
  entry: '/_r/football/a/remoteEntry.js',
  mount: './mount',
  styles: [],
}
const mount = Object.assign(() => ({ update() {}, unmount() {} }), { roots: [], island: vi.fn() }) as Mount
const everything = { has: () => true }
let noted: string[] = []
const running = (edition: string) => {
  noted.push(`${edition} runs`)
  return () => noted.push(`${edition} has run`)
}

function runtime(loadRemote: (id: string) => Promise<unknown>) {
  return { registerRemotes: vi.fn(), loadRemote: vi.fn(loadRemote) }
}

describe('loading a remote', () => {
  it('gives the mount of the release, registering it once', async () => {
    const federation = runtime(async () => ({ mount }))
    const remotes = createRemotes(federation as never, everything, running)
    expect(await remotes.load('football', entry)).toBe(mount)
    expect(await remotes.load('football', entry)).toBe(mount)
    expect(federation.registerRemotes.mock.calls).toEqual([
      [[{ name: 'football@0', entry: entry.entry, type: 'module' }]],
    ])
    expect(federation.loadRemote).toHaveBeenCalledWith('football@0/mount')
  })

  it('loads another release of an edition beside the one before it, under a name of its own', async () => {
    const federation = runtime(async () => ({ mount }))
    const remotes = createRemotes(federation as never, everything, running)
    await remotes.load('football', entry)
    await remotes.load('football', { ...entry, entry: '/_r/football/b/remoteEntry.js' })
    expect(federation.loadRemote.mock.calls).toEqual([['football@0/mount'], ['football@1/mount']])
  })

  it('never hands an address that the import map does not list to the runtime', async () => {
    const federation = runtime(async () => ({ mount }))
    const remotes = createRemotes(federation as never, { has: () => false }, running)
    await expect(remotes.load('football', entry)).rejects.toThrow(IntegrityError)
    expect(federation.registerRemotes).not.toHaveBeenCalled()
    expect(federation.loadRemote).not.toHaveBeenCalled()
  })

  it('gives up on one that does not answer', async () => {
    vi.useFakeTimers()
    const remotes = createRemotes(runtime(() => new Promise(() => {})) as never, everything, running, 10_000)
    const answer = expect(remotes.load('football', entry)).rejects.toThrow('no answer in 10000 ms')
    await vi.advanceTimersByTimeAsync(10_000)
    await answer
    vi.useRealTimers()
  })

  it.each([[null], [{}], [{ mount: 'text' }]])('refuses a module that exports %j', async (module) => {
    const remotes = createRemotes(runtime(async () => module) as never, everything, running)
    await expect(remotes.load('football', entry)).rejects.toThrow('exports no mount')
  })

  it('notes the edition before its code runs and until it has, whether it failed or not', async () => {
    noted = []
    const remotes = createRemotes(runtime(async () => ({ mount })) as never, everything, running)
    await remotes.load('football', entry)
    const broken = createRemotes(runtime(() => Promise.reject(new Error('broken'))) as never, everything, running)
    await expect(broken.island('shell', entry, 'islands/Sale')).rejects.toThrow('broken')
    expect(noted).toEqual(['football runs', 'football has run', 'shell runs', 'shell has run'])
  })
})
