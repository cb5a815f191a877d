import type { Language } from '@fieldhouse/contract'
import { saveFile } from '@fieldhouse/holdings'
import { type CentsOf, dollarsOfHours } from '../dollars/medians'
import { csvTexts } from './csv-texts'
import type { Deed } from './deeds'

/** More rows than a table's program opens well are nobody's history. */
const MOST_ROWS = 20_000

/** An integer of a smallest unit with its decimals, for a table's program: no grouping, and a point. */
const decimals = (units: bigint, places: number): string => {
  const digits = units.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** A cell (RFC 4180). What a table's program would take for a formula begins with an apostrophe. */
const cell = (text: string): string => {
  const harmless = /^\s*[=+\-@]/.test(text) ? `'${text}` : text
  return /["\r\n,]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A table as a file of text (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/**
 * Deeds as rows, under a row of headings.
 *
 * @param whatOf what a deed was about, in words
 */
export function rowsOf(deeds: readonly Deed[], language: Language, centsOf: CentsOf, whatOf: (deed: Deed) => string) {
  const t = csvTexts[language]
  return [
    [t.when, t.kind, t.what, t.count, t.wax, t.dollars, t.transaction],
    ...deeds.slice(0, MOST_ROWS).map((deed) => {
      const { at, kind, count, units, transactionId } = deed
      const cents = units === null ? null : centsOf(units, at)
      return [
        at === null ? '' : new Date(at).toISOString(),
        t[kind],
        whatOf(deed),
        count.toString(),
        units === null ? '' : decimals(units, 8),
        cents === null ? '' : decimals(cents, 2),
        transactionId,
      ]
    }),
  ]
}

/** Spreadsheets take a file for UTF-8 that begins with it. */
const MARK = '\uFEFF'

/**
 * Saves deeds as a file, with dollars where they are known.
 *
 * @param missing why some may be missing, in words: below them
 */
export async function saveHistory(
  deeds: readonly Deed[],
  language: Language,
  whatOf: (deed: Deed) => string,
  missing: readonly string[],
) {
  const centsOf = await dollarsOfHours().catch((): CentsOf => () => null)
  const rows = rowsOf(deeds, language, centsOf, whatOf)
  const text = MARK + csvOf([...rows, ...missing.map((why) => ['', '', why, '', '', '', ''])])
  saveFile(new File([text], `${csvTexts[language].file}.csv`, { type: 'text/csv;charset=utf-8' }))
}
