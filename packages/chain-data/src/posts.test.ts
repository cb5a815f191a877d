import { describe, expect, it } from 'vitest'
import { readPosts } from './posts'
import { UnreadableRow } from './rows/values'
import { fixture, hasFixtures } from './testing/fixtures'

const item = (changes: Record<string, unknown> = {}) => ({
  title: 'Packs & Prices',
  pubDate: '2023-11-26 08:01:19',
  link: 'https://medium.com/cards/packs',
  guid: 'https://medium.com/p/1',
  author: 'The Team',
  thumbnail: 'https://cdn.example/1.png',
  description: '<p>New packs</p>',
  content: '<h3>Packs</h3><p>New packs</p>',
  enclosure: {},
  categories: ['nft', 'football'],
  slug: 'packs',
  excerpt: 'New packs',
  readingTime: 3,
  ...changes,
})
const answer = (...items: unknown[]) => ({ status: 'ok', feed: {}, items })

describe('readPosts', () => {
  it('reads a post of the feed-to-JSON shape', () => {
    expect(readPosts(answer(item()))).toEqual([
      {
        title: 'Packs & Prices',
        slug: 'packs',
        link: 'https://medium.com/cards/packs',
        author: 'The Team',
        publishedAt: Date.UTC(2023, 10, 26, 8, 1, 19),
        thumbnail: 'https://cdn.example/1.png',
        description: '<p>New packs</p>',
        content: '<h3>Packs</h3><p>New packs</p>',
        excerpt: 'New packs',
        readingTime: 3,
        categories: ['nft', 'football'],
      },
    ])
  })

  it.each(['', '2023-11-26', '2023-11-26T08:01:19Z', '2023-13-26 08:01:19', 'yesterday', undefined, 7])(
    'has no time of the date %j',
    (pubDate) => {
      expect(readPosts(answer(item({ pubDate })))[0]?.publishedAt).toBeNull()
    },
  )

  it('puts the newest first and those without a date last', () => {
    const posts = readPosts(
      answer(
        item({ title: 'old', pubDate: '2023-01-01 00:00:00' }),
        item({ title: 'undated', pubDate: '' }),
        item({ title: 'new', pubDate: '2023-01-01 00:00:01' }),
      ),
    )
    expect(posts.map(({ title }) => title)).toEqual(['new', 'old', 'undated'])
  })

  it.each(['', 'javascript:alert(1)', '//medium.com/x', 'data:text/html,x'])('has no address %j', (address) => {
    expect(readPosts(answer(item({ link: address, thumbnail: address })))).toMatchObject([{ link: '', thumbnail: '' }])
  })

  it('is empty where a feed has nothing, such as another service without excerpts', () => {
    expect(readPosts(answer({ title: 'Bare' }))).toMatchObject([
      { title: 'Bare', link: '', author: '', content: '', excerpt: '', readingTime: null, categories: [] },
    ])
  })

  it.each([0, -1, 1.5, '3', null, Number.NaN])('has no reading time of %s', (readingTime) => {
    expect(readPosts(answer(item({ readingTime })))[0]?.readingTime).toBeNull()
  })

  it('leaves out what is no post, and categories that are no texts', () => {
    const posts = readPosts(
      answer(null, 'post', item({ title: 7 }), item({ content: {} }), item({ categories: ['a', 1] })),
    )
    expect(posts.map(({ categories }) => categories)).toEqual([['a']])
  })

  it.each([null, [], {}, { status: 'ok' }, { status: 'error', message: 'no' }, { status: 'ok', items: {} }])(
    'refuses the body %j',
    (body) => {
      expect(() => readPosts(body)).toThrow(UnreadableRow)
    },
  )
})

describe.skipIf(!hasFixtures)('of the example answers (skipped without ../shared/fixtures)', () => {
  it('reads the posts', () => {
    expect(readPosts(fixture('synthetic_rss2json.ok.200.json'))).toMatchObject([
      {
        title: "Packs & Prices — what's new?",
        author: 'The Team',
        publishedAt: Date.UTC(2023, 10, 26, 8, 1, 19),
        categories: ['nft', 'fantasy-football'],
        excerpt: '',
        readingTime: null,
      },
    ])
  })

  it('refuses the one that is not ready', () => {
    expect(() => readPosts(fixture('synthetic_rss2json.processing.500.json'))).toThrow('"error" is not ok')
  })
})
