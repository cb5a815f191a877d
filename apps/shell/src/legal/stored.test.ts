/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest'
import { texts } from '../pages/cookies/texts'
import { STORED } from './stored'

/** What passes on what others keep under keys of theirs, and tests. */
const PASSES_ON = [
  /\/wallet-login\/src\/ui\/wallets\.ts$/,
  /\/contract\/src\/browser\//,
  /\/wallet-login\/src\/user\/store\.ts$/,
  /\/wallet-login\/src\/ui\/login\/sign-in\.ts$/,
  /\/shell\/src\/pages\/offline\/islands\/Kept\.tsx$/,
]

const sources = Object.entries(
  import.meta.glob<string>(['/apps/*/src/**/*.{ts,tsx}', '/packages/*/src/**/*.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .map(([path, text]) => ({ path, text }))
  .filter(({ path }) => !/\.test\.|\/testing\//.test(path))

/** The part of a name that is the same each time. */
const key = (name: string) => name.replace(/-?\*$/, '')

const keeps = ({ text }: { text: string }) =>
  /\b((local|session)Storage|document\.cookie|readStored|allStored)\b|\bcreateShelf[<(]/.test(
    text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
  )

it('finds what stores something', () => {
  expect(sources.filter(keeps).length).toBeGreaterThan(4)
})

it.each(sources.filter(keeps).filter(({ path }) => !PASSES_ON.some((one) => one.test(path))))(
  'what $path keeps stands on the page about cookies',
  ({ text }) => {
    const literals = [...text.matchAll(/'([^'\n]+)'/g)].map(([, literal]) => literal)
    expect(STORED.filter(({ name }) => literals.includes(key(name))).length).toBeGreaterThan(0)
    for (const literal of literals.filter((one) => one?.startsWith('fieldhouse.')))
      expect(STORED.map(({ name }) => key(name))).toContain(literal)
  },
)

it('names nothing of the site that no source keeps', () => {
  const texts = sources.filter(keeps).map(({ text }) => text)
  const own = STORED.map(({ name }) => key(name)).filter((name) => name.startsWith('fieldhouse.'))
  expect(own.filter((name) => !texts.some((text) => text.includes(`'${name}'`)))).toEqual([])
})

it('says of each what it is for in both languages', () => {
  for (const language of ['en', 'es'] as const)
    for (const { purpose } of STORED)
      expect(texts[language][purpose].length, `${language} ${purpose}`).toBeGreaterThan(20)
})

it('says of what was signed that what has ended alone goes with the account', () => {
  expect(texts.en.buying).toMatch(/deleted once the chain has answered; the rest, when you log out after that\.$/)
  expect(texts.es.buying).toMatch(/se borra cuando la cadena responde; lo demás, cuando cierras la sesión después\.$/)
})

it('says that the cards of an account are kept, and until when', () => {
  expect(texts.en.wall).toMatch(/cards and packs .* your account .*Deleted when you log out\.$/)
  expect(texts.es.wall).toMatch(/cartas y los sobres .* tu cuenta .*Se borra al salir\.$/)
})
