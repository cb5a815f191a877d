import type { PictureProps } from '@fieldhouse/edition-kit'
import { EditionPicture } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { type EditionProps, nameOf } from './edition'
import { texts } from './texts'

/** What a shared link shows of an edition's page. */
export function StandardPicture({ edition, ...props }: PictureProps & EditionProps) {
  const { language } = useTexts(texts)
  const { look, deck, Floor, shown, art } = edition
  return (
    <EditionPicture
      {...props}
      look={look}
      deck={deck}
      floor={<Floor />}
      name={nameOf(edition)[language]}
      cards={shown}
      art={art?.(props.page)}
    />
  )
}
