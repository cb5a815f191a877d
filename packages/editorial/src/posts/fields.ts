import { itemMarks } from '@fieldhouse/edition-kit'

/** The language that the feed is written in, whatever the page's is. */
export const FEED = 'en'

/** The fields of a post as marks (docs/edition-contract.md, "Lists the gateway knows"). */
export const postMarks = () =>
  itemMarks(
    ...(['slug', 'title', 'excerpt', 'author', 'category'] as const),
    ...(['publishedAt', 'publishedText', 'day', 'month', 'year', 'minutes', 'link'] as const),
  )
