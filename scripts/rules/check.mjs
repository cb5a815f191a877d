import { root } from '../lib/paths.mjs'
import { main } from '../lib/problem.mjs'
import { checkGo } from './go.mjs'
import { checkTypeScript } from './typescript.mjs'

/** Prints every import that breaks the house's rules and ends with 1 when there is one. */
main(async () => {
  const [typescript, go] = await Promise.all([checkTypeScript(root), checkGo(root)])
  const violations = [...typescript.violations, ...go.violations]
  for (const violation of violations) console.error(violation)
  console.log(
    `${typescript.modules} modules and ${go.modules} Go packages checked, ${violations.length} imports break a rule`,
  )
  return violations.length > 0 ? 1 : 0
})
