export { BasketballFloor } from './BasketballFloor'
export { basketballDeck } from './deck'
export { basketball } from './look'
export { basketballStorey } from './storey'
