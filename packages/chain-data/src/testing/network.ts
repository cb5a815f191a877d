import type { NetworkSettings } from '@fieldhouse/contract'

export const network: NetworkSettings = {
  name: 'devchain',
  chainId: '00',
  gameContract: 'gamecontract',
  collection: 'game',
  oracle: 'delphioracle',
  oraclePair: 'waxpusd',
  token: 'eosio.token',
  assetEndpoint: 'http://127.0.0.1:8081/atomicassets/v1',
  playSite: '',
}
