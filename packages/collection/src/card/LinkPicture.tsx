import { useTexts } from '@fieldhouse/i18n'
import { useState } from 'react'
import { CopyLink, ShareLink } from '../Sharing'
import s from './CardMarket.module.css'
import { marketTexts } from './market-texts'

/** What a link to the card shows, drawn by the gateway, and ways to share it. */
export function LinkPicture({ edition, id, name }: { edition: string; id: string; name: string }) {
  const { t, language } = useTexts(marketTexts)
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <div className={s.picture}>
      <h3>{t('picture')}</h3>
      <img
        src={`/_picture/${edition}/card/${id}.${language}.png`}
        alt={t('pictureOf', { name })}
        width={1200}
        height={630}
        loading="lazy"
        onError={() => setMissing(true)}
      />
      <p>
        <ShareLink>{t('share')}</ShareLink>
        <CopyLink />
      </p>
    </div>
  )
}
