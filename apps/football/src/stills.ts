import '@fieldhouse/design/card.css'
import '@fieldhouse/design/floor.css'
import '@fieldhouse/design/line-up.css'
import { still } from '@fieldhouse/edition-kit'

const art = () => import('./art')

export const Floor = still(async () => (await art()).Floor)
export const HomeLineUp = still(async () => (await art()).HomeLineUp)
export const PageCard = still(async () => (await art()).PageCard)
