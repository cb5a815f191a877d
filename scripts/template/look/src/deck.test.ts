// @vitest-environment node
import { testDeck } from '@fieldhouse/design/testing'
import { deck } from './deck'

testDeck(deck)
