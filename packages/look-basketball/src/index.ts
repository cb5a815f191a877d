export { BasketballFloor } from './BasketballFloor'
export { basketballDeck } from './deck'
export { basketball } from './look'
