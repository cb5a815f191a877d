import { Card, type Deck, openingStyles } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import s from './System.module.css'

export interface BoardProps {
  title: string
  text: string
  /** Of the edition, which says where the cards stand. */
  className: string | undefined
  /** The chalk below the cards. */
  art: ReactNode
  deck: Deck
  /** The first one is marked. */
  cards: readonly { templateId: number; mint: number; points: number; did: string }[]
  mark: { letter: string; name: string }
}

/** A side on the board, and what each of its cards brings. */
export function Board({ title, text, className, art, deck, cards, mark }: BoardProps): ReactNode {
  return (
    <header className={`${openingStyles.opening} ${s.opening} ${className}`}>
      <h1 className={openingStyles.title}>{title}</h1>
      <p className={openingStyles.text}>{text}</p>
      <div className={s.board}>
        {art}
        <ol>
          {cards.map(({ points, did, ...card }, index) => (
            <li key={card.templateId}>
              {index === 0 && (
                <abbr className={s.mark} title={mark.name}>
                  {mark.letter}
                </abbr>
              )}
              <Card deck={deck} {...card} cut="small" />
              <p>
                <b>{points}</b> <span>{did}</span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </header>
  )
}
