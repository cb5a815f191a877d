import { Serializer, Transaction } from '@wharfkit/antelope'
import type { newKey } from './context'
import { CHAIN_ID } from './gateway'

/** Reads a packed transaction with another library than the one that packed it. */
export const unpack = (packed: Uint8Array): Transaction =>
  Serializer.decode({ data: packed.slice(), type: Transaction })

/** Signs as a wallet does: what is in the bytes, for this chain. */
export const sign = (packed: Uint8Array, { key }: ReturnType<typeof newKey>): string =>
  String(key.signDigest(unpack(packed).signingDigest(CHAIN_ID)))
