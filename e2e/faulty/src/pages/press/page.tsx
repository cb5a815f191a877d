import { faultyPage } from '../../faulty-page'
import { Press } from '../../islands/Press'

export const page = faultyPage('/faulty/press', Press)
