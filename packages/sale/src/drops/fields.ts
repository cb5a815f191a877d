import { itemMarks } from '@fieldhouse/edition-kit'

/** Where a drop stands. `live-open` is live without a limit, `live-paused` while ops have paused its sale. */
export const DROP_VARIANTS = ['live', 'live-open', 'live-paused', 'soon', 'soldout', 'ended'] as const

export type DropVariant = (typeof DROP_VARIANTS)[number]

/** As it is marked, and said. */
export const stateOf = (variant: DropVariant) =>
  variant === 'live-paused' ? 'paused' : variant.startsWith('live') ? 'live' : variant === 'soon' ? 'soon' : 'closed'

/** What a drop is priced in; `other` is a token that no purchase is made with here. */
export const PRICES = ['usd', 'wax', 'free', 'other'] as const

export type DropPrice = (typeof PRICES)[number]

const FIELDS = [
  'id',
  'name',
  'description',
  'descriptionLanguage',
  'usd',
  'usdWhole',
  'usdCents',
  'wax',
  'waxWhole',
  'waxCents',
  'left',
  'total',
  'percentLeft',
  'startsAt',
  'endsAt',
  'startsText',
  'endsText',
  'pause',
  'least',
  'cards',
  'print',
] as const

/** What a drop shows, formatted for the page's language (docs/edition-contract.md, "Lists the gateway knows"). */
export type DropFields = Record<(typeof FIELDS)[number], string>

/** A drop as it is shown. */
export interface ShownDrop {
  variant: DropVariant
  /** @default 'usd' */
  price?: DropPrice
  fields: DropFields
}

/** What the page of a drop says besides, before a script runs: the limit of an account, the most that one pack may cost, the rate. */
export const ownMarks = () => itemMarks('accountLimit', 'agreed', 'rate', 'rateAt')

/** The fields as marks, for the partials that the gateway fills. */
export const dropMarks = (): DropFields => itemMarks(...FIELDS)
