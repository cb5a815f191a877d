import { expect, it } from 'vitest'
import { filesIn } from './kept'

it('finds the files that a document loads, and not all that its import map lists', () => {
  const markup = `<head>
    <script type="importmap">{"imports":{"fieldhouse/host":"/_r/host/host.1.js"},"integrity":{"/_r/shell/never.2.js":"sha384-x"}}</script>
    <link rel="preload" href="/_r/shell/fonts/text.3.woff2"><script type="module" src="/_r/host/host.1.js"></script>
    <script type="application/json" id="fh-page">{"path":"/offline","edition":"shell"}</script></head>
    <div data-island="Kept" data-when="sight" data-scripts="entry.4.js kept.5.js"></div><div data-scripts=""></div>`
  expect(filesIn(markup)).toEqual([
    '/_r/shell/fonts/text.3.woff2',
    '/_r/host/host.1.js',
    '/_r/shell/entry.4.js',
    '/_r/shell/kept.5.js',
  ])
})
