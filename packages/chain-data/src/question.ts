import { unreadable } from './rows/values'
import type { AppData, AppDataName } from './store/app-data'

/** What is asked of the data API, and what of the shared app data its answer is. */
export interface Question<Name extends AppDataName = AppDataName, Value extends AppData[Name] = AppData[Name]> {
  name: Name
  /** Path and query at the gateway. Two questions with one address are one question. */
  address: string
  /** Whose data it is; left out for what is everybody's. */
  user?: string
  /** @throws UnreadableRow for a body that is not of this question */
  read: (body: unknown) => Value
}

/** Address of a table of the data API (specification, section 7). */
export const rowsAddress = (table: string, query: Record<string, string>): string =>
  `/api/v1/rows/${table}?${new URLSearchParams(query)}`

/** The rows of a node's envelope. */
export const rowsOf = (body: unknown): readonly unknown[] => {
  const { rows } = Object(body)
  return Array.isArray(rows) ? rows : unreadable('rows', rows, 'a list')
}
