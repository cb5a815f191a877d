export * from './formats'
export * from './texts'
