import { readRows, text, unreadable } from './rows/values'
import type { Post } from './store/app-data'

/**
 * The posts of an answer in the feed-to-JSON shape, newest first, those without a date last. A post without a title is left
 * out; what else is missing is empty, and so is an address that is not of the web.
 *
 * @throws UnreadableRow for another body, such as the shape's own error
 */
export const readPosts = (body: unknown): readonly Post[] => {
  const { status, items } = Object(body)
  if (status !== 'ok' || !Array.isArray(items)) unreadable('status and items', status, 'ok with a list')
  return readRows(items, readPost).sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
}

const readPost = (item: Record<string, unknown>): Post => {
  const optional = (field: string) => (item[field] === undefined ? '' : text(item, field))
  const { categories, readingTime } = item
  const address = (field: string) => (/^https?:\/\//.test(optional(field)) ? optional(field) : '')
  return {
    title: text(item, 'title'),
    slug: optional('slug'),
    link: address('link'),
    author: optional('author'),
    publishedAt: utc(item.pubDate),
    thumbnail: address('thumbnail'),
    description: optional('description'),
    content: optional('content'),
    excerpt: optional('excerpt'),
    readingTime: Number.isSafeInteger(readingTime) && Number(readingTime) > 0 ? Number(readingTime) : null,
    categories: Array.isArray(categories) ? categories.filter((category) => typeof category === 'string') : [],
  }
}

/** `2023-11-26 08:01:19` is in UTC though it does not say so. */
const utc = (date: unknown): number | null => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(String(date)) ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) ? null : at
}
