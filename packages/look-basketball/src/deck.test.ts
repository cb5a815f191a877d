// @vitest-environment node
import { testDeck } from '@fieldhouse/design/testing'
import { basketballDeck } from './deck'

testDeck(basketballDeck)
