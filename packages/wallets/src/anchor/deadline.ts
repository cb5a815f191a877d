import { gatewayNow } from '@fieldhouse/chain-data'
import type { SigningRequest } from 'eosio-signing-request'

/** When a request's transaction expires, by this computer's clock in epoch milliseconds, which need not be the chain's. */
export const deadlineOf = (request: SigningRequest): number =>
  Date.now() + request.getRawTransaction().expiration.toMilliseconds() - gatewayNow()
