/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { SHARED_CLASSES, TOKENS } from '@fieldhouse/contract/styles'
import { expect, it } from 'vitest'
import { testContrast } from './testing'

testContrast(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

const sheet = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

it('the tokens and the shared classes are those of the contract', () => {
  const set = [...sheet('./tokens.css').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name)
  expect([...new Set(set)].sort()).toEqual([...TOKENS].sort())
  const classes = [...sheet('./base.css').matchAll(/\.([a-z][\w-]+) \{/g)].map(([, name]) => name)
  expect(classes.sort()).toEqual([...SHARED_CLASSES].sort())
})
