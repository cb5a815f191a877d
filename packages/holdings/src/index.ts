export { awaitOnWall } from './await-on-wall'
export { cardsAtStart, cardsInWords } from './count-words'
export { describeError } from './describe-error'
export {
  byId,
  type Collection,
  collectionOf,
  type EditionCards,
  type Holding,
  holdingOf,
  type OwnCard,
  type OwnPack,
  PACKS,
  sealedOf,
} from './holdings'
export { readHoldings } from './read-holdings'
export { saveFile } from './save-file'
export { lastIdOf, readWall, useWall, type Wall } from './wall'
