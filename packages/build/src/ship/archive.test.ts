import { expect, it } from 'vitest'
import { archive } from './archive.ts'

/** What a reader of tar finds (POSIX.1-2024, pax): names and contents, checksums compared. */
function read(packed: Buffer): [name: string, content: string][] {
  const found: [string, string][] = []
  let long: string | undefined
  for (let at = 0; packed[at] !== 0; ) {
    const header = packed.subarray(at, at + 512)
    const field = (from: number, length: number) =>
      header.toString('latin1', from, from + length).replace(/[\0 ].*$/, '')
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0)
    expect(Number.parseInt(field(148, 7), 8)).toBe(sum)
    const size = Number.parseInt(field(124, 12), 8)
    const content = packed.toString('latin1', at + 512, at + 512 + size)
    if (field(156, 1) === 'x') {
      const [, length, path] = /^(\d+) path=(.*)\n$/.exec(content) ?? []
      expect(Number(length)).toBe(content.length)
      long = path
    } else {
      found.push([long ?? field(0, 100), content])
      long = undefined
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

async function pack(files: [name: string, content: string][], size = (content: string) => content.length) {
  const pieces: Uint8Array[] = []
  const entries = files.map(([name, content]) => ({
    name,
    size: size(content),
    read: async () => Buffer.from(content),
  }))
  for await (const piece of archive(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

it('holds files of every length and name', async () => {
  const files: [string, string][] = [0, 1, 511, 512, 513, 2000].map((length) => [`f${length}.js`, 'x'.repeat(length)])
  const named: [string, string][] = [99, 100, 101, 250].map((length) => ['n'.repeat(length), String(length)])
  const packed = await pack([...files, ...named])
  expect(read(packed)).toEqual([...files, ...named])
  expect(packed.length % 512).toBe(0)
  expect(packed.subarray(-1024).every((byte) => byte === 0)).toBe(true)
})

it('is none of a file that changes meanwhile', async () => {
  await expect(pack([['a.js', 'x']], () => 2)).rejects.toThrow('a.js has changed while it was sent')
})
