/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { testContrast } from '@fieldhouse/design/testing'

const sheet = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

testContrast(sheet('../../design/src/tokens.css'), sheet('./tokens.css'))
