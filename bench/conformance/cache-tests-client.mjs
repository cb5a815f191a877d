import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadSuites } from './suites.mjs'

/**
 * Runs the tests of http-cache-tests against one server and prints their results as JSON.
 * Arguments: the tests' folder, the module to fetch with, the server's base address.
 */
const [folder, fetchModule, base] = process.argv.slice(2)
const load = (...path) => import(pathToFileURL(join(...path)))

const { runTests, getResults } = await load(folder, 'client', 'runner.mjs')
const { default: fetch } = await load(fetchModule)
// The tests tell on the console what they do; the results alone go to our output.
console.log = () => {}
await runTests(await loadSuites(folder), fetch, false, base)
process.stdout.write(`${JSON.stringify(getResults())}\n`, () => process.exit(0))
