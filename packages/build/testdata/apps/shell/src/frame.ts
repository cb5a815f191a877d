import './fonts.css'
import type { Frame } from '@fieldhouse/edition-kit'
import { Footer, Header } from './roots'

export const frame: Frame = { header: Header, footer: Footer, looks: ['default', 'football', 'basketball'] }
