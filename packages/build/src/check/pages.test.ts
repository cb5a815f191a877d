import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unmappedPages } from './pages.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldhouse-pages-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function write(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), '')
  }
}

it('finds nothing wrong where each folder has its page, or there is none', async () => {
  expect(await unmappedPages(folder)).toEqual([])
  await write('src/pages/home/page.tsx', 'src/pages/home/parts/Deep.tsx', 'src/pages/.DS_Store', 'shared/page.ts')
  await symlink(join(folder, 'shared'), join(folder, 'src', 'pages', 'linked'))
  expect(await unmappedPages(folder)).toEqual([])
})

it('names a folder and a file that are no page, and a page that nothing would find', async () => {
  await write(
    'src/pages/empty/Main.tsx',
    'src/pages/faq.tsx',
    'src/pages/blog/page.tsx',
    'src/pages/blog/post/page.tsx',
  )
  expect((await unmappedPages(folder)).toSorted()).toEqual([
    'src/pages/blog/post/page.tsx: a page stands in a folder of src/pages and no deeper',
    'src/pages/empty: it has no page.tsx',
    'src/pages/faq.tsx: it has no page.tsx',
  ])
})
