import type { Truth } from './case'
import { CLAIMS } from './claims'
import { OPENINGS } from './openings'
import { PURCHASES } from './purchases'

export type { Case, Left, Push, Rows, Status, Step, Truth } from './case'

/** By what was signed. */
export const CASES = { purchase: PURCHASES, opening: OPENINGS, claims: CLAIMS }

export type Kind = keyof typeof CASES

const TRUTHS: Record<Truth, string> = { has: 'has it', may: 'may get it', never: 'never gets it' }

/** The table of a kind's cases as docs/purchases.md has it, line by line. */
export const tableOf = (kind: Kind): string[] => [
  '| | What happens | The chain | What is told |',
  '|-|-|-|-|',
  ...CASES[kind].map(({ happens, steps, on }, index) => {
    const truths = steps.map(({ chain }) => TRUTHS[chain]).filter((truth, at, all) => truth !== all[at - 1])
    const told = steps.map(({ told }) => (told.length > 0 ? told.join(' … ') : 'nothing'))
    const where = on ? `${on}: ` : ''
    return `| ${index + 1} | ${happens} | ${truths.join(', then ')} | ${where}${told.map((words) => `*${words}*`).join(', then ')} |`
  }),
]
