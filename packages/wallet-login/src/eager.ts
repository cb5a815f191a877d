// What the lazy part uses of the part that every page carries. `packages/build` gives it this file, and the class
// `WalletError`, from the host: a copy would be a second user.
export { connected, shownPage } from './connection'
export { RECORDS } from './user/record'
export { activate, getUser, readUser, subscribeToUser } from './user/store'
