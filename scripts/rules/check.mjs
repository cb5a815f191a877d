import { root } from '../lib/paths.mjs'
import { main } from '../lib/problem.mjs'
import { checkGo } from './go.mjs'
import { checkNames } from './names.mjs'
import { checkTypeScript } from './typescript.mjs'

/** Prints every import and every name that breaks the house's rules and ends with 1 when there is one. */
main(async () => {
  const [typescript, go, names] = await Promise.all([checkTypeScript(root), checkGo(root), checkNames(root)])
  const violations = [...typescript.violations, ...go.violations, ...names.violations]
  for (const violation of violations) console.error(violation)
  console.log(
    `${typescript.modules} modules, ${go.modules} Go packages and the names in ${names.files} files checked, ${violations.length} break a rule`,
  )
  return violations.length > 0 ? 1 : 0
})
