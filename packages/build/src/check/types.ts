import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from './tool.ts'

const packageFolder = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** What the compiler finds wrong in an app, a line each: `src/Main.tsx(3,7): error TS2741: ...`. */
export function checkTypes(folder: string, signal?: AbortSignal): Promise<string[]> {
  const tsc = join(packageFolder('typescript'), 'bin', 'tsc')
  return runTool(folder, tsc, ['--noEmit', '--pretty', 'false', '--project', 'tsconfig.json'], signal)
}

/** The house's style, in the workspace as in an edition's own repository. */
const STYLE = fileURLToPath(new URL('../../biome.base.json', import.meta.url))

/** What the house's style finds wrong in an app. */
export function checkStyle(folder: string): Promise<string[]> {
  const biome = join(packageFolder('@biomejs/biome'), 'bin', 'biome')
  return runTool(folder, biome, ['check', '--error-on-warnings', '--colors=off', `--config-path=${STYLE}`, '.'])
}
