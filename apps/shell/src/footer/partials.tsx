import { itemMarks } from '@fieldhouse/edition-kit'
import { SocialLink } from './SocialLink'

const marks = itemMarks('name', 'link')

/** The social links as the gateway repeats them. */
export const socialPartials = {
  socials: {
    link: () => <SocialLink {...marks} wide={false} />,
    wide: () => <SocialLink {...marks} wide />,
  },
}
