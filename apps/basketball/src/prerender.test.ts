import { LANGUAGES } from '@fieldhouse/contract'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { expect, it } from 'vitest'
import { release } from './prerender'

it('has one route, with its heading, its cards and the slot of its drops', async () => {
  const written = await prerenderRelease(release)
  expect(Object.keys(written.routes)).toEqual(['/basketball'])
  for (const language of LANGUAGES) {
    const fragment = written.routes['/basketball']?.[language] ?? ''
    expect(fragment.match(/<h1/g)).toHaveLength(1)
    expect(fragment.match(/role="img"/g)).toHaveLength(5)
    expect(fragment).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
    expect(fragment).not.toMatch(/ style=|<style|<script/)
  }
})
