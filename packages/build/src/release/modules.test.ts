import { expect, it } from 'vitest'
import { madeOf, weights } from './modules.ts'

// Two lines: 10 characters of a, 4 of b, and on the second 6 that webpack made and 20 of b.
const SCRIPT = 'aaaaaaaaaabbbb\nwwwwwwbbbbbbbbbbbbbbbbbbbb'
const MAP = { version: 3, sources: ['apps/golf/src/a.tsx', '@fieldhouse/sale/src/b.tsx'], mappings: 'AAAA,UCAA;A,MAAA' }

it('weighs the sources of a script by its map', () => {
  expect(weights(SCRIPT, MAP)).toEqual([
    ['@fieldhouse/sale/src/b.tsx', 24],
    ['apps/golf/src/a.tsx', 10],
    ['webpack', 6],
  ])
})

it('names what a script is mostly made of, and nothing without its map', () => {
  const files = new Map([
    ['123.0123.js', Buffer.from(SCRIPT)],
    ['123.0123.js.4567.map', Buffer.from(JSON.stringify(MAP))],
    ['bare.0123.js', Buffer.from('1')],
  ])
  expect(madeOf({ files }, '123.0123.js')).toEqual(['@fieldhouse/sale/src/b.tsx (60 %)', 'apps/golf/src/a.tsx (25 %)'])
  expect(madeOf({ files }, 'bare.0123.js')).toEqual([])
})
