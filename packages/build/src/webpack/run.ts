import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpack, { type Configuration, type MultiStats, type Stats } from 'webpack'

/** Runs the compilations side by side. */
export function compile(configurations: Configuration[]): Promise<Stats[]> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configurations)
    compiler.run((error, stats) => {
      compiler.close((closing) => {
        try {
          if (error ?? closing) throw error ?? closing
          resolve(checked(stats))
        } catch (failure) {
          reject(failure)
        }
      })
    })
  })
}

/** How many messages of webpack are told, and lines of each: what is wrong first is what to mend first. */
const MESSAGES = 5
const LINES = 12

/**
 * The stats of each compilation.
 *
 * @throws Error with what webpack says when one has errors or warnings: once what both say, and without the stacks of its tools
 */
export function checked(stats: MultiStats | undefined): Stats[] {
  if (!stats) throw new Error('compiling: webpack answered no stats')
  if (!stats.hasErrors() && !stats.hasWarnings()) return stats.stats
  const said = stats.stats.flatMap((part) => {
    const { errors = [], warnings = [] } = part.toJson({ all: false, errors: true, warnings: true })
    return [...errors, ...warnings].map(({ moduleName, message }) => described(moduleName, message))
  })
  const messages = [...new Set(said)]
  const more = messages.length > MESSAGES ? [`... and ${messages.length - MESSAGES} more`] : []
  throw new Error(['compiling', ...messages.slice(0, MESSAGES), ...more].join('\n'))
}

function described(module: string | undefined, message: string): string {
  const lines = message
    .replace(/^Module build failed[^\n]*\n(Error: )?/, '')
    .replace(/\n\s*(Caused by|Stack backtrace):[\s\S]*/, '')
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /.test(line))
  return [...(module ? [module.replace(/^\.\//, '')] : []), ...lines.slice(0, LINES).map((line) => `  ${line}`)].join(
    '\n',
  )
}

/** What a compilation wrote, by path. Read back from the disk: a watching compilation leaves older files beside. */
export async function emittedFiles(stats: Stats): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const folder = stats.compilation.outputOptions.path as string
  for (const { name } of stats.compilation.getAssets()) files.set(name, await readFile(join(folder, name)))
  return files
}

/** The one script or style sheet of a named chunk. */
export function fileOfChunk(stats: Stats, name: string, extension: '.js' | '.css'): string {
  const [file, ...others] = filesOfChunk(stats, name, extension)
  if (!file || others.length > 0)
    throw new Error(`reading the build of ${stats.compilation.name}: chunk ${name} has no single ${extension}`)
  return file
}

/** The scripts or style sheets of a named chunk, in webpack's order. */
export function filesOfChunk(stats: Stats, name: string, extension: '.js' | '.css'): string[] {
  const chunk = [...stats.compilation.chunks].find((candidate) => candidate.name === name)
  if (!chunk) throw new Error(`reading the build of ${stats.compilation.name}: no chunk ${name}`)
  return [...chunk.files].filter((file) => file.endsWith(extension)).sort()
}
