import { useId } from 'react'
import { expect, it } from 'vitest'
import { collectApp } from '../page/collect-app'
import { definePage } from '../page/define-page'
import { prerenderRelease } from '../prerender/prerender-release'
import { Island } from './Island'

const Sale = ({ of }: { of: string }) => {
  const id = useId()
  return <p id={id}>sale of {of}</p>
}
const Nested = () => <Island of={Sale} when="idle" props={{ of: 'cards' }} />

const written = (Main: () => React.ReactNode, islands: Record<string, object> = {}) => {
  const both = (text: string) => ({ en: text, es: text })
  const page = definePage({
    path: '/football',
    look: 'football',
    title: both('Football'),
    description: both('x'),
    Main,
  })
  const modules = { 'src/pages/home/page.tsx': { page }, 'src/islands/Sale.tsx': { Sale }, ...islands }
  return prerenderRelease(collectApp('football', modules))
}

it('stands in the page as a root of its own: its markup, its name, its time, its props and its prefix', async () => {
  const { routes } = await written(() => (
    <section>
      <Island of={Sale} when="sight" props={{ of: '"packs" & <cards>' }} />
      <Island of={Sale} when="idle" props={{ of: '$& $1' }} />
      <Island of={Sale} when="intent" props={{ of: 'cards' }} />
    </section>
  ))
  const [first, second] = [...(routes[0]?.main.en ?? '').matchAll(/<div data-island.*?<\/div>/g)].map(String)
  expect(first).toMatch(
    /^<div data-island="islands\/Sale" data-when="sight" data-prefix="i0-" data-props="\{&quot;of&quot;:&quot;\\&quot;packs\\&quot; &amp; &lt;cards&gt;&quot;\}"><p id="_i0-[^"]*">sale of <!-- -->&quot;packs&quot; &amp; &lt;cards&gt;<\/p><\/div>$/,
  )
  expect(second).toMatch(/data-prefix="i1-".*<p id="_i1-[^"]*">sale of <!-- -->\$&amp; \$1<\/p>/)
  // Its code is loaded as soon as one of them wants it.
  expect(routes[0]?.islands).toEqual({ 'islands/Sale': 'idle' })
})

it("of a package's page is the app's of that name", async () => {
  const { routes } = await written(() => <Island of="Sale" when="idle" props={{ of: 'packs' }} />)
  expect(routes[0]?.main.en).toMatch(/^<div data-island="islands\/Sale".*sale of <!-- -->packs<\/p><\/div>$/)
  expect(routes[0]?.islands).toEqual({ 'islands/Sale': 'idle' })
})

it('of a page of markup alone there is none', async () => {
  const { routes } = await written(() => <h1>Rules</h1>)
  expect(routes[0]?.islands).toEqual({})
})

it.each<[string, () => React.ReactNode, Record<string, object>, RegExp]>([
  [
    'in another island',
    () => <Island of={Nested} when="idle" props={{}} />,
    { 'src/pages/home/islands/Nested.tsx': { Nested } },
    /it stands in a page, and in no other island/,
  ],
  [
    'whose component is in no file of its name',
    () => <Island of={() => null} when="idle" props={{}} />,
    {},
    /its component is in no file of its name below src\/islands or src\/pages\/<name>\/islands/,
  ],
  [
    "of a package's page that the app does not have",
    () => <Island of="Odds" when="idle" props={{}} />,
    {},
    /a standard page has Odds, and there is no src\/islands\/Odds\.tsx/,
  ],
  [
    'that waits to be seen and is hidden',
    () => <Island hidden of={Sale} when="sight" props={{ of: 'packs' }} />,
    {},
    /what is hidden is never seen/,
  ],
  [
    'that its file does not export',
    () => null,
    { 'src/islands/Court.tsx': { Other: Sale } },
    /src\/islands\/Court\.tsx: it exports no Court, which its name says is an island/,
  ],
])('is refused %s', async (_, Main, islands, told) => {
  const refused = await Promise.resolve()
    .then(() => written(Main, islands))
    .catch((error: Error) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(`${refused} ${(refused as Error).cause}`).toMatch(told)
})
