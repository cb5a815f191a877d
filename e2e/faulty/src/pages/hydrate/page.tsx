import { faultyPage } from '../../faulty-page'
import { Hydrating } from '../../islands/Hydrating'

export const page = faultyPage('/faulty/hydrate', Hydrating)
