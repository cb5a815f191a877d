import { expect, it } from 'vitest'
import { Composer } from './composer.ts'

it('says how the module is made where there is none', () => {
  expect(() => new Composer('/nowhere/composer.wasm')).toThrow(
    '/nowhere/composer.wasm is missing, by which pages are composed as the gateway does: build it with npm run build:composer',
  )
})

it('says what is wrong with a call, and goes on', () => {
  const composer = new Composer()
  expect(() => composer.find('/football')).toThrow('no release was taken')
  expect(() => composer.take('{"contract":1}', {})).toThrow('release.json: contract 1: this gateway speaks 2')
  // Larger than the memory that it starts with.
  expect(() => composer.take('{"contract":2}', { large: 'x'.repeat(6 << 20) })).toThrow('release.json: edition ""')
  expect(() => composer.take('ñ'.repeat(1000), {})).toThrow('release.json: invalid character')
})
