import { definePage } from '@fieldhouse/edition-kit'
import { BLOG } from '../../paths'
import { Post } from './Post'

export const page = definePage({
  path: `${BLOG}/:slug`,
  item: 'posts',
  look: 'basketball',
  data: ['PostsMedium'],
  title: { en: '@item/title@', es: '@item/title@' },
  description: { en: '@item/excerpt@', es: '@item/excerpt@' },
  Main: Post,
})
