import { Floor, floorStyles, ROOF, SharePicture } from '@fieldhouse/design'
import type { PictureProps } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from './texts'

/** What a shared link shows: the page's title on a floor of no sport, and the house that stands on its line. */
export function Picture({ page, title }: PictureProps) {
  const { t } = useTexts(texts)
  const floor = (
    <Floor>
      <path className={floorStyles.yards} d="M-1081.5 430H2520" strokeWidth={860} strokeDasharray="3 117" />
    </Floor>
  )
  return <SharePicture look={page.look} floor={floor} name={t('roof')} title={title} art={[HOUSE]} />
}

/** The mark as wide as a card. */
const HOUSE = (
  <svg key="house" viewBox="0 0 300 420" aria-hidden="true">
    <path d={ROOF} fill="var(--boardlamp)" transform="translate(0 174.5) scale(6.82)" />
  </svg>
)
