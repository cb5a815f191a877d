import { faultyPage } from '../../faulty-page'
import { Listener } from '../../islands/Listener'

export const page = faultyPage('/faulty/listener', Listener)
