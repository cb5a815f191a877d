import { afterEach, describe, expect, it, vi } from 'vitest'
import { inPieces, parseInPieces } from './fetch-assets'

afterEach(() => {
  vi.restoreAllMocks()
})

const answer = (data: unknown, rest = {}) => JSON.stringify({ success: true, data, query_time: 7, ...rest })
const rows = (count: number, data: object = {}) =>
  Array.from({ length: count }, (_, id) => ({ contract: 'atomicassets', asset_id: String(id), data }))

describe('parseInPieces', () => {
  it.each([0, 1, 99, 100, 101, 200, 1200])('reads an answer of %i rows as JSON.parse does', async (count) => {
    const text = answer(rows(count), { cut: 'bytes' })
    expect(await parseInPieces(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['texts that look like the end of a row', rows(300, { name: '},{"contract":', other: '},{' })],
    ['rows within rows', rows(300, { list: [{ contract: 1 }, { contract: 2 }] })],
    ['rows that begin unlike the first', [...rows(250), { asset_id: '1' }, null, ...rows(250)]],
  ])('reads %s as JSON.parse does', async (_, data) => {
    expect(await parseInPieces(answer(data))).toEqual(JSON.parse(answer(data)))
  })

  it('reads an answer of another form whole', async () => {
    for (const value of [{ success: false, message: 'Rate limit' }, { data: rows(300) }, [], 1]) {
      expect(await parseInPieces(JSON.stringify(value))).toEqual(value)
    }
  })

  it.each(['', '<html>', answer(rows(250)).slice(0, -20)])('throws a SyntaxError for %.20s', async (text) => {
    await expect(parseInPieces(text)).rejects.toThrow(SyntaxError)
  })

  it('parses no more than a hundred rows between two tasks', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const reading = parseInPieces(answer(rows(1000)))
    expect(parse).toHaveBeenCalledOnce()
    await reading
    expect(parse).toHaveBeenCalledTimes(10)
  })
})

it('hands out a list a hundred at a time, with a task of the page between', async () => {
  const seen: (number | string)[] = []
  setTimeout(() => seen.push('page'))
  for await (const piece of inPieces(rows(250))) seen.push(piece.length)
  expect(seen).toEqual([100, 'page', 100, 50])
})
