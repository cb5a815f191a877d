// @vitest-environment jsdom
import { clearShown, show } from '@fieldhouse/edition-kit/testing'
import { afterEach, expect, it } from 'vitest'
import { Suggestions } from './islands/Suggestions'

afterEach(async () => {
  await clearShown()
  history.replaceState(null, '', '/')
})

async function at(path: string) {
  history.replaceState(null, '', path)
  const { container } = await show(<Suggestions />)
  return container.querySelector('b[dir=auto]')?.textContent
}

it('says the path apart from the sentence, whichever way its letters run', async () => {
  expect(await at(`/${encodeURIComponent('\u202emoc.evil')}`)).toBe('/\u202emoc.evil')
})

it('cuts a long path in the middle, and no letter in two', async () => {
  const said = await at(`/${'a'.repeat(22)}${encodeURIComponent('🏈'.repeat(30))}`)
  expect(said).toBe(`/${'a'.repeat(22)}🏈…${'🏈'.repeat(24)}`)
})
