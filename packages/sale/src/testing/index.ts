export { claimRow, dropRow, pointRow, serveTables, type Tables, tables } from './fake-gateway'
export { alice, setUser, wallet } from './fake-wallet'
