import { Card } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { Post as Article } from '@fieldhouse/editorial'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import { Foil } from '../../islands/Foil'
import { BLOG } from '../../paths'

export const Post = () => (
  <article>
    <Island hidden of={Foil} when="intent" props={{}} />
    <Article
      blog={BLOG}
      floor={<FootballFloor />}
      card={<Card deck={footballDeck} templateId={700163} mint={1876} />}
    />
  </article>
)
