import { faultyPage } from '../../faulty-page'
import { Hang } from '../../islands/Hang'

export const page = faultyPage('/faulty/hang', Hang)
