export { deck } from './deck'
export { Floor } from './Floor'
export { look } from './look'
