/**
 * An account's assets are megabytes: read in one go they hold a phone's page for a tenth of a second, again and again while
 * its wall is scrolled. So they are read some at a time, and between two pieces the page is drawn and the visitor heard.
 */

/** Rows in a piece. */
const PIECE = 100

const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A list in pieces, with a breath between them. */
export async function* inPieces<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PIECE) {
    if (from > 0) await breath()
    yield items.slice(from, from + PIECE)
  }
}

/** How an answer of the index begins, up to the name of its rows' first field. */
const HEAD = /^(\{"success":true,"data":\[)(\{"[^"\\]+":)/

/**
 * `JSON.parse` of an answer of the index, its rows in pieces. Rows begin alike, and between two of them stands what stands in
 * no text, in which quotes are escaped. Where it stands deeper down the pieces are no JSON, and the answer is parsed whole, as
 * one of another form is.
 *
 * @throws SyntaxError for what is no JSON
 */
export async function parseInPieces(text: string): Promise<unknown> {
  const [, head = '', first = ''] = HEAD.exec(text.slice(0, 1000)) ?? []
  if (first === '') return JSON.parse(text)
  const rows: unknown[] = []
  let begin = head.length
  try {
    for (let end = begin, count = 1; ; count += 1) {
      end = text.indexOf(`},${first}`, end) + 1
      if (end === 0) break
      if (count % PIECE > 0) continue
      rows.push(...JSON.parse(`[${text.slice(begin, end)}]`))
      begin = end + 1
      await breath()
    }
    const last = JSON.parse(head + text.slice(begin))
    return { ...last, data: [...rows, ...last.data] }
  } catch {
    return JSON.parse(text)
  }
}
