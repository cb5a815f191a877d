import s from './PageList.module.css'

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
