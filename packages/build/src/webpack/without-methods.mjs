// Leaves methods out of the classes of a library that the host has whole (`host.ts`): a bundler drops what no module
// imports, and nothing of a class.

import { parse, print } from '@swc/core'

/** What an emptied method does. */
const ANSWERS_ITS_ARGUMENT = 'function emptied() { return arguments[0] }'

/**
 * @this {import('webpack').LoaderContext<Record<'leftOut' | 'emptied', Record<string, readonly string[]> | undefined>>} methods
 * by their class, which are not there or answer their first argument; a class that is assigned to a variable goes by the
 * variable's name
 * @param {string} source
 */
export default async function withoutMethods(source) {
  const { leftOut = {}, emptied = {} } = this.getOptions()
  const module = await parse(source, { syntax: 'ecmascript', target: 'es2022' })
  const [{ body: nothing }] = (await parse(ANSWERS_ITS_ARGUMENT)).body
  /** What is named, and what becomes of one of them. */
  const changes = [
    [leftOut, (members, at) => members.splice(at, 1)],
    [emptied, (members, at) => Object.assign(members[at].function, { body: nothing })],
  ]
  const missing = new Set(
    changes.flatMap(([named]) =>
      Object.entries(named).flatMap(([name, methods]) => methods.map((method) => `${name}.${method}`)),
    ),
  )
  for (const { name, members } of module.body.flatMap(classesOf)) {
    for (const [named, change] of changes) {
      for (const method of named[name] ?? []) {
        const at = members.findIndex(
          (member) => /^(ClassMethod|Constructor)$/.test(member.type) && member.key.value === method,
        )
        if (at === -1) continue
        change(members, at)
        missing.delete(`${name}.${method}`)
      }
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
