import '@fieldhouse/edition-kit/card.css'
import '@fieldhouse/edition-kit/floor.css'
import '@fieldhouse/edition-kit/line-up.css'
import { still } from '@fieldhouse/edition-kit'

const art = () => import('./art')

export const Floor = still(async () => (await art()).Floor)
export const HomeLineUp = still(async () => (await art()).HomeLineUp)
export const PageCard = still(async () => (await art()).PageCard)
