import type { NavEntry } from '@fieldhouse/contract'

const entry = (nameEN: string, link: string, content?: NavEntry[]): NavEntry => ({
  nameEN,
  NameSP: `${nameEN} (SP)`,
  link,
  ...(content && { content }),
})

/** Two groups, a page, and a link to another site. */
export const NAVIGATION = [
  entry('Learn More', '', [entry('Our System', '/football/daily-fantasy'), entry('Cards', '/football/cards')]),
  entry('Community', '', [entry('Blog', '/football/blog')]),
  entry('FAQ', '/football/faq'),
  entry('Shop', 'https://shop.example/'),
]
