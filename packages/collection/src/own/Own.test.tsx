// @vitest-environment jsdom
import { markupOf } from '@fieldhouse/edition-kit/testing'
import { deck, look } from '@fieldhouse/holdings/testing'
import { expect, it } from 'vitest'
import { ClaimsPage } from '../claims/ClaimsPage'
import { MyCardsPage } from '../my-cards/MyCardsPage'

const title = { en: 'My cards', es: 'Mis cartas' }
const pages = {
  'My cards': (
    <MyCardsPage look={look} deck={deck} title={title} login={<i />}>
      <mark />
    </MyCardsPage>
  ),
  Claims: (
    <ClaimsPage login={<i />}>
      <mark />
    </ClaimsPage>
  ),
}

it.each([
  ['My cards', 'Whose wall is this?', '¿De quién es este muro?'],
  ['Claims', 'Whose name is it under?', '¿A nombre de quién?'],
] as const)('%s is written for a visitor and for a user, one heading over both', (name, en, es) => {
  const page = document.createElement('div')
  page.innerHTML = markupOf(pages[name])
  expect(page.querySelectorAll('h1')).toHaveLength(1)
  const user = page.querySelector('mark')?.parentElement
  const visitor = user?.previousElementSibling
  expect(visitor?.querySelector('h2')?.textContent).toBe(en)
  expect(visitor?.querySelectorAll('i')).toHaveLength(1)
  expect(visitor?.textContent).toContain('switch on JavaScript')
  expect(user?.innerHTML).toBe('<mark></mark>')
  expect(markupOf(pages[name], 'es')).toContain(es)
})
