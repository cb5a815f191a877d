// What only a search needs, fetched when somebody comes near one.
export { findCards } from '../cards/find'
export { Filters } from './Filters'
export { None } from './None'
export { Teams } from './Teams'
export { Wall } from './Wall'
