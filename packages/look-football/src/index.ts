export { footballDeck } from './deck'
export { FootballFloor } from './FootballFloor'
export { football } from './look'
export { footballStorey } from './storey'
