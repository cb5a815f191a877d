// @vitest-environment node
import { traitsOf } from '@fieldhouse/design'
import { testDeck } from '@fieldhouse/design/testing'
import { expect, it } from 'vitest'
import { footballDeck } from './deck'
import { running } from './poses'

testDeck(footballDeck)

it('deals a card that the pictures of links deal as well (plugins/editions/picture)', () => {
  const { tier, team, position, pose, number } = traitsOf(footballDeck, 700031)
  expect([tier, team.name, position, number]).toEqual([3, 'Union Yard Mules', 'RB', 8])
  expect(pose).toBe(running)
})
