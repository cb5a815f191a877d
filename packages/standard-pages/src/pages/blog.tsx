import { Card, type ShownCard } from '@fieldhouse/design'
import { definePage, Island, type Page } from '@fieldhouse/edition-kit'
import { Post as Article, Blog } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { blogPath, type EditionProps, type StandardEdition, wordsOf } from '../edition'
import { texts } from '../texts'
import { Inner, withProps } from './inner'

interface CardProps extends EditionProps {
  /** Beside the list, or beside the text. */
  card: ShownCard
}

function Posts({ edition, card }: CardProps) {
  const { language } = useTexts(texts)
  const { heading, opening } = wordsOf(edition, 'blog')[language]
  return (
    <Inner edition={edition}>
      <Blog title={heading} opening={opening} floor={<edition.Floor />} card={<Card deck={edition.deck} {...card} />} />
    </Inner>
  )
}

const Post = ({ edition, card }: CardProps) => (
  <article>
    <Island hidden of="Foil" when="intent" props={{}} />
    <Article blog={blogPath(edition)} floor={<edition.Floor />} card={<Card deck={edition.deck} {...card} />} />
  </article>
)

/** The posts, and a page of each. */
export function blogPages(edition: StandardEdition, { card, postCard }: NonNullable<StandardEdition['blog']>): Page[] {
  const { en, es } = wordsOf(edition, 'blog')
  const all = { look: edition.look.edition, data: ['PostsMedium'] as const }
  return [
    definePage({
      path: blogPath(edition),
      ...all,
      menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
      title: { en: en.title, es: es.title },
      description: { en: en.description, es: es.description },
      Main: withProps(Posts, { edition, card }),
    }),
    definePage({
      path: `${blogPath(edition)}/:slug`,
      item: 'posts',
      ...all,
      title: { en: '@item/title@', es: '@item/title@' },
      description: { en: '@item/excerpt@', es: '@item/excerpt@' },
      Main: withProps(Post, { edition, card: postCard }),
    }),
  ]
}
