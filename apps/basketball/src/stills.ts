import '@fieldhouse/design/card.css'
import '@fieldhouse/design/floor.css'
import '@fieldhouse/design/card-row.css'
import { still } from '@fieldhouse/edition-kit'

const art = () => import('./art')

export const Floor = still(async () => (await art()).Floor)
export const HomeCards = still(async () => (await art()).HomeCards)
