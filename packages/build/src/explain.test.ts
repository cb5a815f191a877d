import { join } from 'node:path'
import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const thrown = (message: string, frame: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), {
    stack: `Error: ${message}\n    at ${frame}\n    at node:internal/x:1:2`,
  })

it.each([
  (path: string) => path,
  (path: string) => `Main (${path})`,
  (path: string) => `async Object.<anonymous> (${path})`,
])('names the causes of an error and its line in the sources, whatever its folder is called', (frame) => {
  const path = join(process.cwd(), 'my apps', 'golf', 'src', 'mi página', 'Main.tsx:7:9')
  const cause = thrown('broken', frame(path))
  expect(explain(thrown('prerendering', '/elsewhere/prerender.mjs:1:2', cause))).toBe(
    'prerendering\n  because: broken\n  because: my apps/golf/src/mi página/Main.tsx:7',
  )
})

it("names no line of the build's own, nor one where there is none", () => {
  expect(explain(thrown('wrong', `build (${join(import.meta.dirname, 'build.ts:1:2')})`))).toBe('wrong')
  expect(explain('wrong')).toBe('wrong')
})
