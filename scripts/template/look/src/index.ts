export { deck } from './deck'
export { Floor } from './Floor'
export { look } from './look'
export { storey } from './storey'
