import { existsSync, readFileSync } from 'node:fs'

const folder = new URL('../../../../../shared/fixtures/', import.meta.url)

/** Whether the recorded answers are here; tests of them say in their name that they are skipped without. */
export const hasFixtures = existsSync(folder)

/** A recorded answer's JSON. */
export const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
