// Leaves methods out of the classes of a library that the host has whole (`host.ts`): a bundler drops what no module
// imports, and nothing of a class.

import { parse, print } from '@swc/core'

/**
 * @this {import('webpack').LoaderContext<{ leftOut: Record<string, readonly string[]> }>} methods by their class; one that
 * is assigned to a variable goes by the variable's name
 * @param {string} source
 */
export default async function withoutMethods(source) {
  const { leftOut } = this.getOptions()
  const module = await parse(source, { syntax: 'ecmascript', target: 'es2022' })
  const missing = new Set(
    Object.entries(leftOut).flatMap(([name, methods]) => methods.map((method) => `${name}.${method}`)),
  )
  for (const { name, members } of module.body.flatMap(classesOf)) {
    for (const method of leftOut[name] ?? []) {
      const at = members.findIndex(
        (member) => /^(ClassMethod|Constructor)$/.test(member.type) && member.key.value === method,
      )
      if (at === -1) continue
      members.splice(at, 1)
      missing.delete(`${name}.${method}`)
    }
  }
  if (missing.size > 0) {
    throw new Error(
      `leaving methods out of ${this.resourcePath}: it has no ${[...missing].join(', ')} any more: take them off the list in host.ts`,
    )
  }
  return (await print(module)).code
}

/** The classes that a statement of a module names. */
function classesOf(statement) {
  if (statement.type === 'ClassDeclaration') return [{ name: statement.identifier.value, members: statement.body }]
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id, init }) =>
    init?.type === 'ClassExpression' ? [{ name: id.value, members: init.body }] : [],
  )
}
