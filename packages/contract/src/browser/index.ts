// What all packages ask of the browser itself, which may refuse it, have no room left, or not know it at all. A file for each:
// first pages carry what they use.
export { copyText } from './clipboard'
export { atFirstSign } from './first-sign'
export { whenIdle } from './idle'
export { parseJson } from './json'
export { describeKept, KEPT_PAGES, type KeptPage, keptPages, OFFLINE_PATH, readKept } from './kept-pages'
export { allStored, readStored, removeStored, store } from './storage'
export { subscribeToStorage } from './storage-events'
export { timeLimit } from './time-limit'
