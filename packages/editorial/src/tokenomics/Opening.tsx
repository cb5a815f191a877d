import { CutPack, type EditionLook, openingStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import type { ReactNode } from 'react'
import s from './Tokenomics.module.css'
import { texts } from './texts'

/** Where what is paid for a pack goes. */
export type PackShare = 'prizes' | 'making' | 'lights' | 'partner' | 'reserve'

export interface OpeningProps {
  look: EditionLook
  floor: ReactNode
  title: string
  text: string
  /** In hundredths, the largest first. */
  shares: Readonly<Record<PackShare, number>>
}

/** A pack of the edition that is cut into what is paid with it. */
export function Opening({ look, floor, title, text, shares }: OpeningProps): ReactNode {
  const { t, language } = useTexts(texts)
  const { settings } = useRoot()
  const parts = Object.entries(shares) as [PackShare, number][]
  return (
    <header className={`${openingStyles.opening} ${s.opening}`}>
      {floor}
      <h1 className={openingStyles.title}>{title}</h1>
      <p className={openingStyles.text}>{text}</p>
      <CutPack look={look} name={settings.product} shares={parts.map(([, share]) => share)}>
        {parts.map(([name, share]) => (
          <div key={name} className={share < 20 ? `${s.share} ${s.small}` : s.share}>
            <b>{formatPercent(share, language)}</b>
            <div>
              <h2>{t(`share.${name}`)}</h2>
              <p>{t(`share.${name}Text`)}</p>
            </div>
          </div>
        ))}
      </CutPack>
    </header>
  )
}
