export * from './formats'
export * from './texts'
export * from './use-own-texts'
