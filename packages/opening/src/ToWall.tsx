import { SiteLink } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from './texts'

interface ToWallProps {
  edition: string
  className: string
  onClose: () => void
}

/** The way to the visitor's cards: they are below the stage, or on another page than that of the purchase. */
export function ToWall({ edition, className, onClose }: ToWallProps) {
  const { t } = useTexts(texts)
  const { path } = useRoot().page
  const wall = `/${edition}/my-cards`
  return path === wall ? (
    <button type="button" className={className} onClick={onClose}>
      {t('wall')}
    </button>
  ) : (
    <SiteLink className={className} href={wall}>
      {t('wall')}
    </SiteLink>
  )
}
