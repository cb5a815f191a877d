import './fonts.css'
import type { Frame } from '@fieldhouse/edition-kit'
import { Footer, Header } from './roots'

export const header = Header

export const frame: Frame = { header, footer: Footer }
