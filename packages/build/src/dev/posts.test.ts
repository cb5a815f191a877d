import type { FeedAnswer } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { article, feedOfPage, neighbours, postFields, postLists, postsOf } from './posts.ts'

const item = (slug: string, changes: Record<string, unknown> = {}) => ({
  ...{ slug, title: `About ${slug}`, pubDate: '2026-11-26 08:01:19', link: 'https://blog.example/1', guid: slug },
  ...{
    author: 'The Team',
    thumbnail: '',
    description: 'd',
    content: '<p>c</p>',
    enclosure: {},
    categories: ['news', 'b'],
  },
  ...{ excerpt: 'e', readingTime: 3, ...changes },
})
const feedOf = (...items: unknown[]) =>
  ({ status: 'ok', feed: { url: 'https://blog.example/feed', link: 'https://blog.example' }, items }) as FeedAnswer

it('lists the posts that have a page, each once, and leads to the blog where one has no address', () => {
  const posts = postsOf(
    feedOf(item('a', { link: 'javascript:x' }), item('b'), item('a'), item(''), item('c', { title: '' })),
  )
  expect(posts.map(({ slug, link }) => [slug, link])).toEqual([
    ['a', 'https://blog.example'],
    ['b', 'https://blog.example/1'],
  ])
})

it.each([
  ['en', '26 Nov 2026', 'Nov'],
  ['es', '26 nov 2026', 'nov'],
] as const)('says of a post in %s what the gateway does', (language, publishedText, month) => {
  const [post] = postsOf(feedOf(item('a')))
  expect(post && postFields(post, 4, language)).toEqual({
    ...{ slug: 'a', title: 'About a', excerpt: 'e', author: 'The Team', category: 'news', minutes: '3', index: '4' },
    ...{ publishedAt: '2026-11-26T08:01:19Z', publishedText, day: '26', month, year: '2026' },
    link: 'https://blog.example/1',
  })
  const [bare] = postsOf(feedOf(item('a', { pubDate: 'yesterday', readingTime: 0, categories: [] })))
  expect(bare && postFields(bare, 0, language)).toMatchObject({ publishedAt: '', day: '', minutes: '', category: '' })
})

it('has fewer of the newest where the earlier ones stand in a list of their own, by their months', () => {
  const months = Array.from({ length: 60 }, (_, at) =>
    item(`p${at}`, { pubDate: `2026-${at < 22 ? '11' : '10'}-02 00:00:00` }),
  )
  const posts = postsOf(feedOf(...months))
  expect(postLists(posts, 'en', false).posts).toHaveLength(50)
  const { posts: newest, 'posts.earlier': earlier, 'posts.latest': latest } = postLists(posts, 'en', true)
  expect([newest?.length, earlier?.length, latest?.length]).toEqual([20, 40, 3])
  expect(newest?.slice(0, 2).map(({ variants }) => variants)).toEqual([['post-lead', 'post'], ['post']])
  const firsts = earlier?.flatMap(({ variants, fields }) => (variants[0] === 'post-month' ? [fields.slug] : []))
  expect(firsts).toEqual(['p20', 'p22'])
  expect(postLists([], 'en', true).posts).toEqual([{ variants: ['empty'], fields: {} }])
})

it('a page has the newest posts without their texts, and its own with them', () => {
  const feed = feedOf(...Array.from({ length: 30 }, (_, at) => item(`p${at}`)))
  const { items } = feedOfPage(feed, 'p25')
  expect(items).toHaveLength(21)
  expect(items.filter(({ content }) => content !== '').map(({ slug }) => slug)).toEqual(['p25'])
})

it('a post leads to those before and after it', () => {
  const posts = postsOf(feedOf(item('new'), item('own'), item('old')))
  const around = (at: number) => neighbours(posts, at, 'en').map(({ variants, fields }) => [variants[0], fields.slug])
  expect(around(1)).toEqual([
    ['older', 'old'],
    ['newer', 'new'],
  ])
  expect(around(0)).toEqual([['older', 'own']])
})

it('shows a picture above the text unless it stands in it', () => {
  const picture = 'https://img.example/a.png?w=1&h=2'
  const articleOf = (changes: Record<string, unknown>) => postsOf(feedOf(item('a', changes))).map(article)[0]
  expect(articleOf({ thumbnail: picture })).toMatch(
    /^<figure><img src="https:\/\/img\.example\/a\.png\?w=1&amp;h=2" .*<\/figure><p>c<\/p>$/,
  )
  const content = '<img src="https://img.example/a.png?w=1&amp;h=2">'
  expect(articleOf({ thumbnail: picture, content })).toBe(content)
  expect(articleOf({ thumbnail: 'data:image/png,x' })).toBe('<p>c</p>')
})
