// @vitest-environment jsdom
import { clearShown, markupOf, show } from '@fieldhouse/edition-kit/testing'
import { deck, look } from '@fieldhouse/holdings/testing'
import { wallet } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ClaimsPage } from '../claims/ClaimsPage'
import { MyCardsPage } from '../my-cards/MyCardsPage'
import { LogIn } from './LogIn'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

afterEach(async () => {
  await clearShown()
  vi.clearAllMocks()
})

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

it('a visitor opens the modal', async () => {
  const { container } = await show(<LogIn />)
  const link = container.querySelector('a') as HTMLAnchorElement
  expect(link.textContent).toBe('Login')
  expect(wallet.login).not.toHaveBeenCalled()
  await act(async () => link.click())
  expect(wallet.login).toHaveBeenCalledOnce()
  expect(location.hash).toBe('')
})

it('a visitor whose press was over before the code was there finds the modal open once', async () => {
  history.replaceState(null, '', '/football/claims?lang=en#login')
  await show(<LogIn />)
  expect(wallet.login).toHaveBeenCalledOnce()
  expect(location.pathname + location.search + location.hash).toBe('/football/claims?lang=en')
})
