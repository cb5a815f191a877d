import { faultyPage } from '../../faulty-page'
import { Effect } from '../../islands/Effect'

export const page = faultyPage('/faulty/effect', Effect)
