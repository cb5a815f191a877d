import { faultyPage } from '../../faulty-page'
import { Sound } from '../../islands/Sound'

export const page = faultyPage('/faulty', Sound)
