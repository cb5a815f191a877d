import type { DataNeed, ItemList } from '@fieldhouse/contract'
import type { Page } from './define-page'

/** What the pages of a pattern can be about (docs/edition-contract.md, "A page of each item"): the first parameter tells the items apart. */
const ITEMS: Record<ItemList, { need?: DataNeed; parameters: readonly [string, ...string[]] }> = {
  accounts: { parameters: ['account'] },
  drops: { need: 'rowDrops', parameters: ['id'] },
  posts: { need: 'PostsMedium', parameters: ['slug', 'year'] },
}

const segmentsOf = (path: string): string[] => path.slice(1).split('/')

const isParameter = (segment: string | undefined): boolean => segment?.startsWith(':') === true

/** What is wrong with a page's path and item, for people; empty for nothing. Admission checks the same. */
export function patternProblem({ path, item, data = [] }: Pick<Page, 'path' | 'item' | 'data'>): string {
  const named = segmentsOf(path).flatMap((segment) => (isParameter(segment) ? [segment.slice(1)] : []))
  if (!item) return named.length > 0 ? `the path ${path} is a pattern: say whose pages they are, item: 'posts'` : ''
  const { need, parameters } = ITEMS[item]
  if (!named.includes(parameters[0]))
    return `the pages of ${item} are told apart by :${parameters[0]}, and ${path} has none`
  const odd = named.find((name, index) => !parameters.includes(name) || named.indexOf(name) !== index)
  if (odd !== undefined)
    return `the parameter :${odd} is unknown or there twice; ${item} have ${parameters.join(' and ')}`
  return !need || data.includes(need) ? '' : `the pages of ${item} need ${need}, which is not among data`
}

/** Whether two paths match a common one that belongs to neither more than to the other. */
export function overlap(left: string, right: string): boolean {
  const [a, b] = [segmentsOf(left), segmentsOf(right)]
  if (a.length !== b.length) return false
  const isCommon = a.every((segment, at) => segment === b[at] || isParameter(segment) || isParameter(b[at]))
  const isNarrower = a.some((segment, at) => !isParameter(segment) && isParameter(b[at]))
  const isWider = a.some((segment, at) => isParameter(segment) && !isParameter(b[at]))
  return isCommon && isNarrower === isWider
}

/** The value of a route's parameter in a path. While prerendering the path is the route itself. */
export function parameterOf(route: string | null, path: string, name: string): string {
  const value = segmentsOf(path)[segmentsOf(route ?? '/').indexOf(`:${name}`)]
  if (value === undefined) throw new Error(`reading the parameter ${name}: the route ${route} has none of this name`)
  return value
}
