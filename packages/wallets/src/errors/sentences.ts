/**
 * What the wallets' libraries and their specification call each failure (specification, section 8), word for word;
 * `signature` alone is ours, said in their way. They are the messages of our errors, and what an error of a library is known
 * by. People read `explain`'s words instead.
 */
export const SENTENCES = {
  identity: 'Unable to verify identity',
  timeout: 'Wallet did not respond in time',
  push: 'Unable to push message',
  linkService: 'Unable to reach link service',
  callback: 'Invalid request callback',
  flags: 'Invalid request flags',
  modify: 'Request cannot be modified',
  cosign: 'Identity requests cannot be co-signed',
  providerChain: 'Blockchain not supported by this resource provider',
  providerResponse: 'Invalid response from resource provider',
  providerSignature: 'No signature returned from resource provider',
  signature: 'No signature returned from the wallet',
  fee: 'Fee required but sender opted out',
  chain: 'Unsupported chain',
  wrongChain: 'Got response for wrong chain id',
  storage: 'Unable to restore session with missing storage',
  offer: 'Offer expired',
} as const
