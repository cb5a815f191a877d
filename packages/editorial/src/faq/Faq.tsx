import { WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { openingStyles, Questions } from '@fieldhouse/design'
import { usePages, useRoot } from '@fieldhouse/edition-kit'
import { type Texts, useTexts } from '@fieldhouse/i18n'
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
  /** What is asked of the edition alone: it stands behind the packs. */
  questions: Texts<Subjects>
  /** What the edition's answers name. */
  values: Readonly<Record<string, string | number>>
  /** Where more of an answer is told: the last part of a page's path, where the edition has that page. */
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
  const known = { ...values, product: settings.product, wait: WALLET_SESSION_TIMEOUT / 60_000 }
  const toldIn = { ...HOUSE_MORE, ...more }
  const subjects = (asked: Subjects, say: typeof own) =>
    Object.entries(asked).map(([id, subject]) => ({
      id,
      name: say(`${id}.name`),
      questions: Object.keys(subject.questions).map((name) => {
        const told = pages.find(({ path }) => path === `/${page.edition}/${toldIn[name]}`)
        return {
          id: name,
          question: say(`${id}.questions.${name}.q`, known),
          answer: say(`${id}.questions.${name}.a`, known).split('\n'),
          ...(told && { more: { href: told.path, name: (told.menu?.name ?? told.title)[language] } }),
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
