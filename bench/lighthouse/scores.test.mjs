import { expect, it } from 'vitest'
import { missedOf, scoreOf } from './scores.mjs'

const result = {
  categories: {
    seo: {
      score: 0.914,
      auditRefs: [
        { id: 'meta-description', weight: 1 },
        { id: 'link-text', weight: 1 },
        { id: 'hreflang', weight: 1 },
        { id: 'canonical', weight: 1 },
        { id: 'structured-data', weight: 0 },
      ],
    },
    accessibility: { score: null, auditRefs: [] },
  },
  audits: {
    'meta-description': { score: 1, scoreDisplayMode: 'binary', title: 'Document has a meta description' },
    'link-text': {
      score: 0,
      scoreDisplayMode: 'binary',
      title: 'Links do not have descriptive text',
      details: { items: [{ node: { selector: 'main > a' } }, { node: { selector: 'footer > a' } }] },
    },
    hreflang: { score: null, scoreDisplayMode: 'error', title: 'hreflang', errorMessage: 'no links gathered' },
    canonical: { score: null, scoreDisplayMode: 'notApplicable', title: 'rel=canonical' },
    'structured-data': { score: 0, scoreDisplayMode: 'binary', title: 'Structured data' },
  },
}

it('has a score of 100, and none where Lighthouse could not tell', () => {
  expect([scoreOf(result, 'seo'), scoreOf(result, 'accessibility')]).toEqual([91, null])
})

it('names each audit that keeps a category from 100, with where it failed or why it could not be told', () => {
  expect(missedOf(result, 'seo')).toEqual([
    'link-text: Links do not have descriptive text, as in main > a',
    'hreflang: no links gathered',
  ])
})
