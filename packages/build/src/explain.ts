import { relative } from 'node:path'

/** A line of a stack in a source: `at Main (/golf/src/Main.tsx:7:9)`. What is before it may have spaces. */
const FRAME = /^\s+at (?:async )?(?:[^(\n]* \()?(.*\/src\/.*\.tsx?:\d+):\d+\)?$/m

/** An error with its causes, one a line, and the line of the app's sources that threw the first of them. */
export function explain(error: unknown): string {
  const lines: string[] = []
  let place: string | undefined
  for (let next: unknown = error; next !== undefined; next = next instanceof Error ? next.cause : undefined) {
    lines.push(next instanceof Error ? next.message : String(next))
    if (next instanceof Error) place = FRAME.exec(next.stack ?? '')?.[1] ?? place
  }
  if (place && !place.includes(import.meta.dirname)) lines.push(relative(process.cwd(), place))
  return lines.join('\n  because: ')
}
