import { SharePicture } from '@fieldhouse/design'
import type { PictureProps } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { PaintedFloor } from './looks/PaintedFloor'
import { floorTexts, RAREST } from './looks/shared-art'

/** What a shared link shows: the page's title, and the rarest card of each floor. */
export function Picture({ page, title }: PictureProps) {
  const { t } = useTexts(floorTexts)
  const floor = <PaintedFloor look={page.look} />
  return <SharePicture look={page.look} floor={floor} name={t('floors')} title={title} art={RAREST} />
}
