import { faultyPage } from '../../faulty-page'
import { Handler } from '../../islands/Handler'

export const page = faultyPage('/faulty/handler', Handler)
