import type { SiteSettings } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { type Filling, fill, fillText, scriptJson } from './fill.ts'
import { settingLists } from './lists.ts'

const settings = {
  product: `A & B "<c>" 'd' @list/socials@`,
  editions: [
    { nameEN: 'Football', NameSP: 'Fútbol', link: '/football' },
    { nameEN: 'Rugby', NameSP: 'Rugby', link: '/rugby' },
  ],
  navigation: [
    {
      ...{ nameEN: 'Learn', NameSP: 'Aprende', link: '' },
      content: [
        { nameEN: 'Football', NameSP: 'Fútbol', link: '/football' },
        { nameEN: 'Blog', NameSP: 'Blog', link: '/football/blog' },
        { nameEN: 'Rugby', NameSP: 'Rugby', link: '/rugby' },
      ],
    },
    { nameEN: 'Paper', NameSP: 'Papel', link: 'https://paper.example' },
    {
      nameEN: 'Others',
      NameSP: 'Otros',
      link: '',
      content: [{ nameEN: 'Rules', NameSP: 'Reglas', link: '/rugby/rules' }],
    },
  ],
  links: { playGame: 'https://play.example/' },
  socials: [{ name: 'Chat', link: 'https://chat.example', wide: true }],
  countdowns: { seasonNumber: 3 },
} as unknown as SiteSettings

const text = (markup: string) => ({ en: markup, es: `${markup}!` })
const entry = '<a href="@item/link@">@item/name@</a>'
const filling = (language: 'en' | 'es', path: string, listed = ''): Filling => ({
  base: '/_r/football/',
  language,
  settings,
  partials: {
    navigation: { link: text(entry), group: text('<b>@list/navigation.content@</b>'), external: text(`${entry}↗`) },
    'navigation.content': {
      link: text(entry),
      current: text('<i>@item/name@</i>'),
      within: text('<u>@item/name@</u>'),
    },
    'navigation.flat': { link: text('(@item/name@)') },
    socials: { link: text('-'), wide: text('[@item/name@]') },
    editions: { link: text('@item/name@,'), current: text('<b>@item/name@</b>,') },
  },
  lists: settingLists(settings, language, 'football', path, listed),
})

it('fills settings, addresses and lists, and never searches a value for marks again', () => {
  const markup =
    '<img src="@release/a.svg"><p title="@setting/product@">@setting/countdowns.seasonNumber@ @ home</p>@list/editions@@list/socials@'
  expect(fill(markup, filling('en', '/football'))).toBe(
    '<img src="/_r/football/a.svg"><p title="A &amp; B &quot;&lt;c&gt;&quot; &#x27;d&#x27; @list/socials@">3 @ home</p><b>Football</b>,Rugby,[Chat]',
  )
})

it.each([
  ['its own page', '/football', '', '<b><i>Football</i><a href="/football/blog">Blog</a></b>'],
  [
    'an item of a page in it',
    '/football/blog/one',
    '/football/blog',
    '<b><a href="/football">Football</a><u>Blog</u></b>',
  ],
])('the menu of an edition leads to its own pages and to those of nobody; on %s', (_, path, listed, group) => {
  expect(fill('@list/navigation@', filling('en', path, listed))).toBe(
    `${group}<a href="https://paper.example">Paper</a>↗`,
  )
  expect(fill('@list/navigation.flat@', filling('es', path))).toBe('(Fútbol)!(Blog)!(Papel)!')
})

it('fills a slot, and leaves one without items as it is', () => {
  const markup = '<div data-slot="drops" class="a"></div>'
  expect(fill(markup, { ...filling('en', '/'), lists: { drops: [] } })).toBe(markup)
  const drops = {
    ...filling('en', '/'),
    lists: { drops: [{ variants: ['live-lead', 'live'], fields: { name: '<1>' } }] },
  }
  expect(fill(markup, { ...drops, partials: { drops: { live: text('@item/name@') } } })).toBe(
    '<div data-slot="drops" class="a">&lt;1&gt;</div>',
  )
})

it.each(['@list/nothing@', '@setting/nothing@', '@setting/links@', '@item/title@'])(
  'refuses %s as the gateway does',
  (mark) => {
    expect(() => fill(mark, filling('en', '/football'))).toThrow(mark.split('/')[1]?.replace('@', '') ?? '')
  },
)

it('fills plain texts, and leaves alone what only looks like a mark', () => {
  expect(fillText('@item/title@ | @setting/links.playGame@ @setting/none@ a@b', settings, { title: '<x>' })).toBe(
    '<x> | https://play.example/ @setting/none@ a@b',
  )
})

it('writes JSON that nothing ends', () => {
  const value = { text: '</script><!-- & \u2028' }
  expect(scriptJson(value)).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(scriptJson(value))).toEqual(value)
})
