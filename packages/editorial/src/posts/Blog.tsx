import { openingStyles } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import s from './Blog.module.css'
import { Posts } from './Posts'

export interface BlogProps {
  title: string
  /** What it is for. */
  opening: string
  floor: ReactNode
  card: ReactNode
}

/** All posts, below what the blog is for. */
export function Blog({ title, opening, floor, card }: BlogProps): ReactNode {
  return (
    <>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        {floor}
        <h1 className={openingStyles.title}>{title}</h1>
        <p className={openingStyles.text}>{opening}</p>
        <div className={s.card}>{card}</div>
      </header>
      <Posts />
    </>
  )
}
