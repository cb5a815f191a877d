import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse } from 'postcss'

/** A face of a style sheet: the font's file, and its weights. */
export interface Face {
  file: string
  weights: number[]
}

/** Sheets of the packages that pages are made of, as far as pictures want them: colours, and the classes that are everybody's. */
const SHEETS = ['tokens.css', 'base.css']

/**
 * What pages have from the shell, and a picture has to be told: the style sheets of the packages that an app is made of, in
 * the order of their names (the design's are before a look's), and their faces, of `fonts.css`.
 */
export async function sheetsOf(folder: string): Promise<{ sheets: string[]; faces: Face[] }> {
  const manifest = join(folder, 'package.json')
  const { dependencies = {} } = JSON.parse(await readFile(manifest, 'utf8')) as { dependencies?: object }
  const { resolve } = createRequire(manifest)
  const sheets: string[] = []
  const faces: Face[] = []
  for (const name of Object.keys(dependencies).sort()) {
    const fileOf = (sheet: string) => {
      try {
        return resolve(`${name}/${sheet}`)
      } catch {
        // Most packages have none.
        return undefined
      }
    }
    for (const sheet of SHEETS) {
      const file = fileOf(sheet)
      if (file) sheets.push(await readFile(file, 'utf8'))
    }
    const fonts = fileOf('fonts.css')
    if (fonts) faces.push(...facesOf(await readFile(fonts, 'utf8'), createRequire(fonts).resolve))
  }
  return { sheets, faces }
}

function facesOf(sheet: string, resolve: (name: string) => string): Face[] {
  const faces: Face[] = []
  parse(sheet).walkAtRules('font-face', (rule) => {
    const said: Record<string, string> = {}
    rule.walkDecls(({ prop, value }) => {
      said[prop] = value
    })
    const [, source] = /url\("([^"?]+\.woff2)/.exec(said.src ?? '') ?? []
    const weights = (said['font-weight'] ?? '400').split(' ').map(Number)
    if (source) faces.push({ file: resolve(source), weights })
  })
  return faces
}
