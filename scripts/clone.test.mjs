import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root as repository } from './lib/paths.mjs'

it.each([
  ['edition in a clone whose packages cannot be installed', ['new-edition', 'rugby'], 'the disk is full'],
  [
    'edition of a name in several words without quotes',
    ['new-edition', 'rugby', 'Rugby', 'union', 'Rugby', 'a', 'quince'],
    'Name it: npm run',
  ],
  ['packs in a clone whose packages cannot be installed', ['pack'], 'the disk is full'],
])('makes no %s', async (_, [script, ...words], reason) => {
  const root = await mkdtemp(join(tmpdir(), 'fieldhouse-clone-'))
  try {
    await cp(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true })
    const files = {
      'Caddyfile.common': '\t\tedition golf Golf\n',
      'plugins/paths/paths.go': 'var Reserved = [...]string{"/api"}\n',
      'package-lock.json': '{"packages": {}}\n',
      'bin/npm': '#!/bin/sh\necho the disk is full\nexit 1\n',
      'bin/go': '#!/bin/sh\necho go version go1.26.1 linux/amd64\n',
    }
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), content)
    }
    for (const command of ['npm', 'go']) await chmod(join(root, 'bin', command), 0o755)
    const run = promisify(execFile)(process.execPath, [join(root, 'scripts', `${script}.mjs`), ...words], {
      cwd: root,
      env: { ...process.env, PATH: join(root, 'bin') },
    })
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
    expect(existsSync(join(root, 'apps'))).toBe(false)
  } finally {
    await rm(root, { recursive: true })
  }
})
