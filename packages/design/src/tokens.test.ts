/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { testContrast } from './testing'

testContrast(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))
