import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import webpack from 'webpack'

const require = createRequire(import.meta.url)

/**
 * The proof page's script: unmodified wallet libraries and a few lines that call them.
 *
 * @param folder where the script is written
 * @throws Error with what webpack says, when a library cannot be bundled
 */
export async function bundle(folder: string): Promise<string> {
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    target: ['web', 'es2022'],
    entry: join(import.meta.dirname, 'page', 'index.ts'),
    output: { path: folder, filename: 'proof.js' },
    resolve: {
      extensions: ['.ts', '.mjs', '.js'],
      // What the libraries take for granted of Node.
      fallback: {
        buffer: require.resolve('buffer/'),
        stream: require.resolve('stream-browserify'),
        crypto: false,
        util: false,
      },
    },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: require.resolve('swc-loader'),
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
      ],
    },
    plugins: [new webpack.ProvidePlugin({ Buffer: ['buffer', 'Buffer'], process: 'process/browser' })],
    performance: false,
  })
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  )
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())))
  if (stats?.hasErrors()) throw new Error(`bundling the proof page: ${stats.toString({ all: false, errors: true })}`)
  return readFile(join(folder, 'proof.js'), 'utf8')
}
