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

/** Posts as items of their list; one that says so when there is none. */
export function postItems(posts: readonly Post[], language: Language): Item[] {
  if (posts.length === 0) return [{ variants: ['empty'], fields: {} }]
  return posts.map((post, index) => ({
    variants: index === 0 ? ['post-lead', 'post'] : ['post'],
    fields: postFields(post, index, language),
  }))
}

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
