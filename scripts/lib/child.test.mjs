import { expect, it } from 'vitest'
import { environment, run, start, stop } from './child.mjs'

it('ends a child together with what it started', async () => {
  let heard
  const ready = new Promise((resolve) => {
    heard = resolve
  })
  // A child counts as ended once all that hold its output are gone, this sleep among them.
  const child = start('sh', ['-c', 'sleep 600 & echo ready; wait'], { onLine: heard })
  await ready
  const began = Date.now()
  expect((await stop(child)).signal).toBe('SIGTERM')
  expect(Date.now() - began).toBeLessThan(5000)
})

it('makes a child end that ignores the request', async () => {
  let heard
  const ready = new Promise((resolve) => {
    heard = resolve
  })
  const child = start('sh', ['-c', "trap '' TERM; echo ready; while :; do sleep 600 & wait; done"], { onLine: heard })
  await ready
  expect((await stop(child, 50)).signal).toBe('SIGKILL')
})

it('a command of npm hears that npm is gone, which tells it nothing', async () => {
  const said = []
  let heard
  const ready = new Promise((resolve) => {
    heard = resolve
  })
  const command = `import { onStop } from ${JSON.stringify(new URL('child.mjs', import.meta.url).href)}
    onStop((signal) => { console.log('told', signal); process.exit() })
    console.log('ready')
    setTimeout(() => {}, 60_000)`
  // What npm has between itself and the command: a shell that a signal ends alone.
  const { child, ended } = start('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, command], {
    env: environment({ npm_lifecycle_event: 'start' }),
    onLine: (line) => {
      said.push(line)
      heard()
    },
  })
  await ready
  process.kill(child.pid, 'SIGTERM')
  // It counts as ended once all that hold its output are gone, the command among them.
  await ended
  expect(said).toEqual(['ready', 'told SIGHUP'])
})

it('answers 127 for a command that is not there', async () => {
  const { code, error } = await run('fieldhouse-no-such-command', [])
  expect({ code, reason: error.code }).toEqual({ code: 127, reason: 'ENOENT' })
})

it('keeps the last lines of both streams', async () => {
  const { code, output } = await run('sh', ['-c', 'seq 1 1000; echo last >&2; exit 3'])
  expect(code).toBe(3)
  expect(output.split('\n')).toContain('last')
  expect(output.split('\n').length).toBeLessThanOrEqual(400)
})
