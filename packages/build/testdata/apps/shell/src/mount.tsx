import { createMount } from '@fieldhouse/edition-kit'
import { Footer, Header, Main } from './roots'

export const mount = createMount({ edition: 'shell', roots: { main: Main, header: Header, footer: Footer } })
