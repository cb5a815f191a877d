import type { FeedAnswer, FeedItem, Language } from '@fieldhouse/contract'
import { formatDateTime } from '@fieldhouse/i18n/formats'
import { escaped, type Item } from './fill.ts'

/** A post that has a page, with its address on the web. */
export type Post = FeedItem & { slug: string }

/** The posts of an answer as the gateway lists them: those with a slug and a title, each slug once. */
export function postsOf({ items, feed }: FeedAnswer): Post[] {
  const posts = new Map<string, Post>()
  for (const item of items) {
    if (!item.slug || !item.title || posts.has(item.slug)) continue
    posts.set(item.slug, { ...item, slug: item.slug, link: webAddress(item.link) || webAddress(feed?.link) })
  }
  return [...posts.values()]
}

/** How many posts a list has of the newest: fewer where the earlier ones have a list of their own. */
const NEWEST = 20
const MOST = 50

/** Posts as items of their lists; one that says so when there is none. */
export function postLists(posts: readonly Post[], language: Language, hasEarlier: boolean): Record<string, Item[]> {
  const fields = posts.map((post, index) => postFields(post, index, language))
  const items: Item[] = fields.map((fields, index) => ({
    variants: index === 0 ? ['post-lead', 'post'] : ['post'],
    fields,
  }))
  const newest = items.length > 0 ? items : [{ variants: ['empty'], fields: {} }]
  let last = ''
  const earlier = fields.slice(NEWEST).map((fields): Item => {
    const month = `${fields.month}${fields.year}`
    const isFirst = month !== '' && month !== last
    if (isFirst) last = month
    return { variants: isFirst ? ['post-month', 'post'] : ['post'], fields }
  })
  return {
    posts: newest.slice(0, hasEarlier ? NEWEST : MOST),
    'posts.earlier': earlier,
    'posts.latest': newest.slice(0, 3),
  }
}

/** A feed as a page's data has it: the newest posts without their texts, and the post that the page is about whole. */
export const feedOfPage = (feed: FeedAnswer, slug: string | undefined): FeedAnswer => ({
  ...feed,
  items: feed.items
    .filter((item, index) => index < NEWEST || item.slug === slug)
    .map((item) => (item.slug === slug ? item : { ...item, description: '', content: '' })),
})

export function postFields(post: Post, index: number, language: Language): Record<string, string> {
  const at = publishedAt(post.pubDate)
  const [publishedText = ''] = at ? formatDateTime(at.getTime(), language).split(',') : []
  const [day = '', month = '', year = ''] = publishedText.split(' ')
  return {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt ?? '',
    author: post.author ?? '',
    link: post.link,
    index: String(index),
    category: post.categories?.[0] ?? '',
    minutes: post.readingTime && post.readingTime > 0 ? String(post.readingTime) : '',
    publishedAt: at ? at.toISOString().replace('.000Z', 'Z') : '',
    publishedText,
    day,
    month,
    year,
  }
}

/** What a page about a post has besides: the posts before and after it. */
export function neighbours(posts: readonly Post[], index: number, language: Language): Item[] {
  return [['older', index + 1] as const, ['newer', index - 1] as const].flatMap(([variant, at]) => {
    const post = posts[at]
    return post ? [{ variants: [variant], fields: postFields(post, at, language) }] : []
  })
}

/** A post's text, which the gateway has made safe, with its picture above unless that stands in it. */
export function article({ thumbnail, content }: Post): string {
  const address = webAddress(thumbnail)
  if (!address || content.includes(address.replaceAll('&', '&amp;')) || content.includes(escaped(address)))
    return content
  return `<figure><img src="${escaped(address)}" alt="" decoding="async" referrerpolicy="no-referrer"></figure>${content}`
}

/** `2026-11-26 08:01:19` is in UTC though it does not say so. */
function publishedAt(written: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(written) ?? []
  const at = new Date(`${day}T${time}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const webAddress = (address: string | undefined): string =>
  address && /^https?:\/\/[^/?#]/i.test(address) && URL.canParse(address) ? address : ''
