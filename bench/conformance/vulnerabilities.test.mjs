import { expect, it } from 'vitest'
import { audited } from './vulnerabilities.mjs'

it.each([
  [
    'nothing known',
    0,
    '{"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":0}}}',
    { found: false, output: '' },
  ],
  [
    'one that is known',
    1,
    '{"vulnerabilities":{"left-pad":{}},"metadata":{"vulnerabilities":{"total":1}}}',
    { found: true, output: 'left-pad' },
  ],
  [
    'a registry that refuses is no clean result',
    1,
    '{"message":"405 Method Not Allowed","error":{"summary":"x"}}',
    { missing: 'the registry takes no audit: 405 Method Not Allowed' },
  ],
  ['no report at all', 1, 'npm: not found', { missing: 'npm audit printed no report: npm: not found' }],
])('reads %s', (_name, code, output, result) => {
  expect(audited(code, output)).toEqual(result)
})
