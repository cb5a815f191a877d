import type { ReactNode } from 'react'
import s from './Article.module.css'

export interface ArticleProps {
  /** The painted floor under it. */
  floor: ReactNode
  /** The card that stands beside the text. */
  card: ReactNode
  /** What moves the cards' foil with the pointer. */
  foil?: ReactNode
  title: string
  text: ReactNode
  children?: ReactNode
}

/** The opening of an inner page: its heading and first paragraph on the floor, a card beside them. */
export function Article({ floor, card, foil, title, text, children }: ArticleProps) {
  return (
    <article>
      <div className={s.opening}>
        {floor}
        {foil}
        <div className={s.inside}>
          <h1>{title}</h1>
          <p className={s.text}>{text}</p>
          <div className={s.card}>{card}</div>
        </div>
      </div>
      {children}
    </article>
  )
}

export interface PageListProps {
  title: string
  pages: readonly { href: string; name: string }[]
}

/** Where to go from here: a ruled list of pages. */
export function PageList({ title, pages }: PageListProps) {
  return (
    <nav className={s.pages} aria-labelledby="more">
      <h2 id="more">{title}</h2>
      <ul>
        {pages.map(({ href, name }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
