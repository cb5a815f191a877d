import { parseArgs } from 'node:util'
import { environment, run } from './lib/child.mjs'
import { root } from './lib/paths.mjs'
import { main, Problem } from './lib/problem.mjs'
import { removeEdition } from './lib/remove-edition.mjs'

/** `npm run remove-edition <name> [-- --force]`: what `npm run new-edition` makes goes, and the line of the settings. */
main(async () => {
  const options = { force: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new Problem('Name it: npm run remove-edition rugby.')
  const removed = await removeEdition({ root, name, force: values.force })
  // What is gone is in the workspace no more: npm unlinks it.
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await run('npm', args, { cwd: root, env: environment({}, { withTools: false }) })
  if (code !== 0)
    throw new Problem(`${removed.join(', ')} are done; npm install was not: what it said stands above.`, output)
  console.log(`
${name} is gone from ${removed.join(', ')} and package-lock.json. Where it is in production, ops
  fieldhouse releases ${name}                   say which of its releases are live, canary or preview,
  fieldhouse withdraw ${name} <release>         take these out, so that open pages leave them and they are pruned in time,
  fieldhouse token revoke ${name}-ci            and take back the tokens by which it was shipped (fieldhouse token list),
  fieldhouse reload --config Caddyfile       with the settings that have its line no more: its addresses are not found then.
`)
})
