export * from './formats'
export * from './language'
export * from './texts'
