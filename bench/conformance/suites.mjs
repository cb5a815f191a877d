import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** All suites of http-cache-tests in a folder, with the one that its own command adds. */
export async function loadSuites(folder) {
  const load = async (name) => (await import(pathToFileURL(join(folder, 'tests', `${name}.mjs`)))).default
  return [...(await load('index')), await load('surrogate-control')]
}
