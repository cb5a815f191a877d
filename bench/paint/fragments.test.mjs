import { expect, it } from 'vitest'
import { emptyFragments, withoutTrustedTypes } from './fragments.mjs'

const page = (header, main, footer) =>
  `<body>
<div id="fh-header" data-floor="football">${header}</div>
<main id="fh-main" tabindex="-1" data-floor="football">${main}</main>
<div id="fh-footer" data-floor="basketball">${footer}</div>
<div id="fh-overlay"></div>
<script type="application/json" id="fh-settings">{}</script>`

it('empties the roots and leaves everything else', () => {
  const full = page(
    '<header><div>logo</div></header>',
    '<section><main-thing></main-thing></section>',
    '<div><p>©</p></div>',
  )
  expect(emptyFragments(full)).toBe(page('', '', ''))
})

it('leaves a page alone that is empty already', () => {
  expect(emptyFragments(page('', '', ''))).toBe(page('', '', ''))
})

it.each(['<p>Bad gateway</p>', page('', '', '').replace('fh-footer', 'x')])('refuses what is no page: %s', (html) => {
  expect(() => emptyFragments(html)).toThrow('emptying the fragments')
})

it('takes Trusted Types out of a policy and nothing else', () => {
  const policy =
    "default-src 'none'; script-src 'self' 'sha256-x'; require-trusted-types-for 'script'; trusted-types fieldhouse"
  expect(withoutTrustedTypes(policy)).toBe("default-src 'none'; script-src 'self' 'sha256-x'")
})
