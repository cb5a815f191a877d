// How cards hang that are looked for, fetched once they are.
export { Teams } from './Teams'
export { Wall } from './Wall'
