export { claimRow, dropRow, pointRow, serveTables, type Tables, tables } from './fake-gateway'
export { advanceLast, alice, chain, setUser, sign, wallet } from './fake-wallet'
