import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicFiles } from './public-files.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'public-files-'))
})

afterAll(() => rm(folder, { recursive: true }))

it('has nothing to ship for an app without a public folder', async () => {
  expect(await publicFiles(folder)).toEqual(new Map())
})

it('ships the files of the public folder and of the folders in it as they are', async () => {
  await mkdir(join(folder, 'public', 'pictures'), { recursive: true })
  await writeFile(join(folder, 'public', 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'public', 'pictures', 'card.svg'), '<svg id="card"/>')
  const files = await publicFiles(folder)
  expect([...files.keys()].sort()).toEqual(['favicon.svg', 'pictures/card.svg'])
  expect(files.get('pictures/card.svg')?.toString()).toBe('<svg id="card"/>')
})

it('ships what a link leads to, says which leads to none, and leaves out what is hidden', async () => {
  const [app, elsewhere] = [join(folder, 'linked'), join(folder, 'shared.svg')]
  await mkdir(join(app, 'public'), { recursive: true })
  await writeFile(elsewhere, '<svg/>')
  await writeFile(join(app, 'public', '.DS_Store'), '')
  await symlink(elsewhere, join(app, 'public', 'mark.svg'))
  expect(await publicFiles(app)).toEqual(new Map([['mark.svg', Buffer.from('<svg/>')]]))
  await symlink(folder, join(app, 'public', 'pictures'))
  await expect(publicFiles(app)).rejects.toThrow(`${join(app, 'public', 'pictures')}: it is no file, nor a link to one`)
})
