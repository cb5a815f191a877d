import { openingStyles } from '@fieldhouse/design'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Blog.module.css'
import { Posts } from './Posts'

export interface BlogProps {
  /** What the blog is called, and what it is for. */
  texts: Texts<{ title: string; opening: string }>
  floor: ReactNode
  card: ReactNode
}

/** All posts, below what the blog is for. */
export function Blog({ texts, floor, card }: BlogProps): ReactNode {
  const { t } = useTexts(texts)
  return (
    <>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        {floor}
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        <div className={s.card}>{card}</div>
      </header>
      <Posts />
    </>
  )
}
