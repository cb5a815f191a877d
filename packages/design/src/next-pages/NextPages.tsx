import s from './NextPages.module.css'

export interface NextPagesProps {
  /** What they are to this page, for who cannot see it. */
  title: string
  pages: readonly { href: string; name: string; text: string }[]
}

/** Where to go from here: one or two pages side by side, the most fitting first. */
export function NextPages({ title, pages }: NextPagesProps) {
  return (
    <nav className={s.pages} aria-label={title}>
      {pages.map(({ href, name, text }) => (
        <a key={href} href={href}>
          <b>{name}</b> <span>{text}</span>
        </a>
      ))}
    </nav>
  )
}
