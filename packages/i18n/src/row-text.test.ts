import { readFileSync } from 'node:fs'
import type { Language } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { textOfRow } from './row-text'

/** What the gateway is tested with too. */
const { dropTexts, shown }: { dropTexts: Record<Language, string>[]; shown: Record<string, string>[] } = JSON.parse(
  readFileSync(new URL('../../../plugins/editions/page/testdata/descriptions.json', import.meta.url), 'utf8'),
)

it.each(shown)('says what a row says as the gateway does: $what', ({ row, language, text, in: said }) => {
  expect(textOfRow(row as string, language as Language, dropTexts)).toEqual([text, said])
})

it('says what a row says in English on a site whose settings have no texts', () => {
  expect(textOfRow('Five cards.', 'es')).toEqual(['Five cards.', 'en'])
})
