export type { AppConfig } from './config.ts'
export { Client } from './ship/client.ts'
