import { WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { openingStyles, Questions } from '@fieldhouse/design'
import { usePages, useRoot } from '@fieldhouse/edition-kit'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import { countInWords } from '@fieldhouse/i18n/words'
import type { ReactNode } from 'react'
import s from './Faq.module.css'
import { house } from './texts'

/**
 * Questions by subject, as they stand on the page: `q` is one, and `a` its answer, a paragraph a line. Each question's name is
 * the fragment of its answer's address: it never changes.
 */
type Subjects = {
  readonly [subject: string]: {
    readonly name: string
    readonly questions: { readonly [id: string]: { readonly q: string; readonly a: string } }
  }
}

export interface FaqProps {
  texts: Texts<{ title: string; opening: string }>
  floor: ReactNode
  /** The field in which a question is typed, given how many answers there are. */
  search: (all: number) => ReactNode
  /** Questions about the edition alone. They follow those about packs. */
  questions: Texts<Subjects>
  /** What the edition's answers name. */
  values: Readonly<Record<string, string | number>>
  /** Where an answer goes on: the last part of a page's path, where the edition has that page. */
  more: Readonly<Record<string, string>>
}

const HOUSE: Texts<Subjects> = house

const HOUSE_MORE: FaqProps['more'] = {
  'real-teams': 'team',
  odds: 'cards',
  'copy-number': 'cards',
  'small-cards': 'cards',
  'price-moves': 'tokenomics',
  'worth-less': 'tokenomics',
}

/** Questions and short answers: what is typed is the headline. */
export function Faq({ texts, floor, search, questions, values, more }: FaqProps): ReactNode {
  const { t, language } = useTexts(texts)
  const { t: own } = useTexts(questions)
  const { t: common } = useTexts(HOUSE)
  const { settings, page } = useRoot()
  const pages = usePages()
  const known = { ...values, product: settings.product, wait: countInWords(WALLET_SESSION_TIMEOUT / 60_000, language) }
  const links = { ...HOUSE_MORE, ...more }
  const subjects = (group: Subjects, translate: typeof own) =>
    Object.entries(group).map(([id, subject]) => ({
      id,
      name: translate(`${id}.name`),
      questions: Object.keys(subject.questions).map((name) => {
        const target = pages.find(({ path }) => path === `/${page.edition}/${links[name]}`)
        return {
          id: name,
          question: translate(`${id}.questions.${name}.q`, known),
          answer: translate(`${id}.questions.${name}.a`, known).split('\n'),
          ...(target && { more: { href: target.path, name: (target.menu?.name ?? target.title)[language] } }),
        }
      }),
    }))
  const { wallets, ...first } = house.en
  const groups = [...subjects(first, common), ...subjects(questions.en, own), ...subjects({ wallets }, common)]
  return (
    <>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        {floor}
        <h1>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        {search(groups.reduce((sum, group) => sum + group.questions.length, 0))}
      </header>
      <Questions path={page.route ?? ''} groups={groups} community={settings.links.community} />
    </>
  )
}
