import { faultyPage } from '../../faulty-page'
import { Load } from '../../islands/Load'

export const page = faultyPage('/faulty/load', Load)
