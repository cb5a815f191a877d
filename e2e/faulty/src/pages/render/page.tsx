import { faultyPage } from '../../faulty-page'
import { Failing } from '../../islands/Failing'

export const page = faultyPage('/faulty/render', Failing)
