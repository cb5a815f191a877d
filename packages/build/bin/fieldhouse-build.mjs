#!/usr/bin/env node
import module from 'node:module'

// Runs the TypeScript sources as they are: Node 24 strips the types.
const major = Number.parseInt(process.versions.node, 10)
if (major < 24) {
  console.error(
    `fieldhouse-build needs Node 24 and runs on ${process.version}: start it through npm (npm run build), which puts the project's own Node first where it has one, or install Node 24`,
  )
  process.exit(1)
}
// A second less of each build: what Node made of the tools' sources before.
module.enableCompileCache()
const { main } = await import('../src/cli.ts')
process.exitCode = await main(process.argv.slice(2))
