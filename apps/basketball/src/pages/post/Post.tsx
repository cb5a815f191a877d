import { Card } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { Post as Article } from '@fieldhouse/editorial'
import { BasketballFloor, basketballDeck } from '@fieldhouse/look-basketball'
import { Foil } from '../../islands/Foil'
import { BLOG } from '../../paths'

export const Post = () => (
  <article>
    <Island hidden of={Foil} when="intent" props={{}} />
    <Article
      blog={BLOG}
      floor={<BasketballFloor />}
      card={<Card deck={basketballDeck} templateId={706306} mint={2044} />}
    />
  </article>
)
