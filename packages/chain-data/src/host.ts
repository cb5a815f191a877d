// For the host alone, which makes the page's data: others share what it has (the package's main entry).
export { applySnapshot, startRefresh, store } from './site-data'
