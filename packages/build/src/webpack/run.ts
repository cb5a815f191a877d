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

/** The stats of each compilation. @throws Error with webpack's own messages when one has errors or warnings. */
export function checked(stats: MultiStats | undefined): Stats[] {
  if (!stats) throw new Error('compiling: webpack answered no stats')
  if (stats.hasErrors() || stats.hasWarnings()) {
    throw new Error(`compiling\n${stats.toString({ preset: 'errors-warnings', colors: false })}`)
  }
  return stats.stats
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
