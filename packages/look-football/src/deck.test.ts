// @vitest-environment node
import { testDeck } from '@fieldhouse/design/testing'
import { footballDeck } from './deck'

testDeck(footballDeck)
