import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort, listen } from './ports.mjs'
import { requireGo, requireNode, requirePorts, sitePort, sitePorts } from './requirements.mjs'

const cleanups = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** An environment whose only command is a `go` that prints a line and ends with a code. */
async function withGo(line, code = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-go-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  if (line) {
    await writeFile(join(folder, 'go'), `#!/bin/sh\necho '${line}'\nexit ${code}\n`)
    await chmod(join(folder, 'go'), 0o755)
  }
  return { PATH: folder }
}

describe('Go', () => {
  it('is asked for when there is none', async () => {
    await expect(requireGo(await withGo(null))).rejects.toThrow(
      /needs Go 1\.26 or newer and there is no go command.*https:\/\/go\.dev\/dl\//,
    )
  })

  it.each(['go version go1.25.9 linux/amd64', 'go version go0.99 linux/amd64'])('is too old: %s', async (line) => {
    await expect(requireGo(await withGo(line))).rejects.toThrow(
      /needs Go 1\.26 or newer and this is [\d.]+: install it/,
    )
  })

  it.each([
    'go: download go1.26.0: golang.org/toolchain@v0.0.1-go1.26.0.linux-amd64: dial tcp: lookup proxy.golang.org: no such host',
    'go: download go1.26 for linux/amd64: toolchain not available',
  ])('is too old where it cannot fetch the right one: %s', async (line) => {
    await expect(requireGo(await withGo(line, 1))).rejects.toThrow(
      /needs Go 1\.26 or newer and the go command on the path is older.*https:\/\/go\.dev\/dl\//,
    )
  })

  it('that does not answer is to be repaired', async () => {
    await expect(requireGo(await withGo('go: cannot find GOROOT directory', 2))).rejects.toThrow(
      /does not answer to `go version`: repair the installation/,
    )
  })

  it.each([
    'go version go1.26.0 linux/amd64',
    'go version go1.27rc1 linux/arm64',
    'go version go2.0.1 darwin/arm64',
    'go version devel go1.28-abc linux/amd64',
  ])('is new enough: %s', async (line) => {
    await expect(requireGo(await withGo(line))).resolves.toBeUndefined()
  })
})

describe('Node', () => {
  it.each(['18.20.1', '16.0.0'])('%s is too old', (version) => {
    expect(() => requireNode(version)).toThrow(`needs Node 20 or newer and this is ${version}`)
  })

  it.each(['20.0.0', '24.21.0'])('%s is new enough', (version) => {
    expect(() => requireNode(version)).not.toThrow()
  })
})

describe('the port', () => {
  it('is 8080 unless PORT says otherwise', () => {
    expect(sitePort('')).toBe(8080)
    expect(sitePort('9080')).toBe(9080)
  })

  it.each(['web', '0', '65532', '80.5', '-1'])('is refused when PORT is %s', (value) => {
    expect(() => sitePort(value)).toThrow(/set it to a number from 1 to 65531, such as PORT=9080/)
  })

  it.each(['127.0.0.1', '0.0.0.0'])('that another program has on %s is named, with the way out', async (host) => {
    const server = createServer()
    await new Promise((resolve) => server.listen(0, host, resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address()
    await expect(requirePorts([port], ['the site'])).rejects.toThrow(
      `Port ${port}, which the site needs, is in use by another program: stop that program, or choose another port with PORT=${port + 1000} npm start.`,
    )
  })

  it.each([
    [1, 'the development chain'],
    [2, 'the stand-in Cloud Wallet'],
    [3, 'the stand-in Anchor'],
    [4, 'the stand-in Wombat'],
  ])('after the site, number %i, is asked for as well', async (distance, what) => {
    const server = createServer()
    // Ports before it are as good as free when the system gives this one out: what is asserted is the name.
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const taken = server.address().port
    const port = taken - distance
    await expect(requirePorts(...sitePorts(port).map((list) => list.slice(distance)))).rejects.toThrow(
      `Port ${taken}, which ${what} needs, is in use by another program`,
    )
  })

  it('that is among the last leads to one that there is', async () => {
    let port = 65_000
    let server = await listen(port)
    while (!server) server = await listen(++port)
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    await expect(requirePorts([port], ['the site'])).rejects.toThrow(`PORT=${port - 1000} npm start`)
  })

  it('that is free is no trouble', async () => {
    await expect(requirePorts([await freePort()], ['the site'])).resolves.toBeUndefined()
  })
})
