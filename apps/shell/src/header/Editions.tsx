import type { Look } from '@fieldhouse/contract'
import { itemMarks, List, useRoot } from '@fieldhouse/edition-kit'
import { entryName } from './entries'

interface EditionLinkProps {
  name: string
  link: string
  current: boolean
}

const EditionLink = ({ name, link, current }: EditionLinkProps) => (
  <a href={link} {...(current && { 'aria-current': 'true' as const })}>
    {name}
  </a>
)

/** Where the pages begin of the edition whose page it is; an unknown path stands in its edition's look. */
export function useEditionHome(look: Look): string {
  const { page } = useRoot()
  return `/${page.edition === 'shell' ? look : page.edition}`
}

/** Links to the editions' homes. Current is the one whose page it is. */
export function Editions({ look }: { look: Look }) {
  const { page, settings } = useRoot()
  const current = useEditionHome(look)
  return (
    <List
      name="editions"
      items={settings.editions}
      render={(entry) => (
        <EditionLink name={entryName(entry, page.language)} link={entry.link} current={entry.link === current} />
      )}
    />
  )
}

const marks = itemMarks('name', 'link')

/** The links as the gateway repeats them. */
export const editionPartials = {
  editions: {
    link: () => <EditionLink {...marks} current={false} />,
    current: () => <EditionLink {...marks} current />,
  },
}
