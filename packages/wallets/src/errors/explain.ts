import type { RecordProblem } from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { en } from './en'
import { catalogue, es } from './es'
import { FAILURES, type Failure, type WalletErrorKind } from './wallet-error'

export interface Explanation {
  /** What happened, in a few words: section 8's own where it has some. */
  title: string
  /** What happened and what to do, in one to four sentences. */
  text: string
  /** What the wallet or the node said, as it said it; may be empty. */
  detail: string
}

const LANGUAGES = { en, es }

/** A `WalletError`, or a stored one, perhaps of a release that knows of other kinds. */
export type Explicable = RecordProblem

type Words = typeof en.offerExpired

/** The "no" that people meet, by what its text looks like; a number in it goes into ours. */
const ASSERTIONS: readonly (readonly [text: RegExp, assertion: keyof typeof en.assertions])[] = [
  [/price (has )?moved|deposit too small/i, 'priceMoved'],
  [/sold out/i, 'soldOut'],
  [/only (\d+) left/i, 'fewLeft'],
  [/sale has not (yet )?started/i, 'notStarted'],
  [/sale (has ended|is over)/i, 'ended'],
  [/account limit reached \((\d+)\)/i, 'limit'],
  [/invited accounts only/i, 'invited'],
  [/overdrawn balance|no balance object found/i, 'balance'],
  [/partner code/i, 'partner'],
  [/does not have signatures for it|missing authority of/i, 'authority'],
  [/does not have a blockchain account/i, 'noAccount'],
]

/** The sentence in which a text quotes the detail. */
const QUOTATION = / [^.]*: [“«]?\{\}[”»]?\.?$/

/** What happened and what to do, in a person's language. */
export function explain(error: Explicable, language: Language): Explanation {
  const { title, text } = words(error, language)
  return { title: sentence(error, language) ?? title, text, detail: error.detail }
}

/** Section 8's sentence, in Spanish translated. */
function sentence({ message }: Explicable, language: Language): string | undefined {
  const names = Object.keys(catalogue) as (keyof typeof catalogue)[]
  const name = names.find((name: Failure) => FAILURES[name][1] === message)
  return name && (language === 'en' ? message : catalogue[name])
}

function words(error: Explicable, language: Language): Words {
  const { kinds, resources, assertions, offerExpired } = LANGUAGES[language]
  switch (error.kind) {
    case 'expired':
      return error.message === FAILURES.offer[1] ? offerExpired : kinds.expired
    case 'resources': {
      const resource = resourceOf(error)
      return resource ? resources[resource] : kinds.resources
    }
    case 'refused':
    case 'chain': {
      const reason = error.detail || error.message
      for (const [pattern, assertion] of ASSERTIONS) {
        const match = pattern.exec(reason)
        if (match) return filled(assertions[assertion], match[1] ?? '')
      }
      return filled(kinds[error.kind as 'chain'], reason)
    }
    default: {
      const words = kinds[error.kind as WalletErrorKind] ?? kinds.unknown
      const { title, text } = typeof words === 'string' ? { ...kinds.unknown, text: words } : words
      return filled({ title, text: error.detail ? text : text.replace(QUOTATION, '') }, error.detail)
    }
  }
}

const filled = ({ title, text }: Words, value: string): Words => ({
  title: title.replaceAll('{}', () => value),
  text: text.replaceAll('{}', () => value),
})

type Resource = keyof typeof en.resources

/** Which resource a node means, by the name of its exception: `tx_cpu_usage_exceeded` and so on. */
const RESOURCES: readonly (readonly [name: RegExp, resource: Resource])[] = [
  [/^(leeway_)?deadline/, 'time'],
  [/^block_(cpu|net)/, 'time'],
  [/cpu/, 'cpu'],
  [/net/, 'net'],
  [/ram/, 'ram'],
]

/** The resource of an error of kind `resources`. The name stands in front of its detail; names of accounts may follow. */
export function resourceOf({ detail }: { detail: string }): Resource | undefined {
  const [name = ''] = /^\w+(?=: )/.exec(detail) ?? []
  return RESOURCES.find(([pattern]) => pattern.test(name))?.[1]
}
