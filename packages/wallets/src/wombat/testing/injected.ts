import { Serializer, type Transaction } from '@wharfkit/antelope'
import type { newKey } from '../../transaction/testing/context'
import { CHAIN_ID } from '../../transaction/testing/gateway'
import { sign, unpack } from '../../transaction/testing/sign'
import type { Injections, Network, ScatterV1, ScatterV2 } from '../provider'

type Key = ReturnType<typeof newKey>

/** What Scatter rejects with when a person says no. */
export const REJECTED = {
  type: 'signature_rejected',
  message: 'User rejected the signature request',
  code: 402,
  isError: true,
}

/** A wallet as an app puts it into a page; a test changes what it does. */
export class FakeWombat {
  /** Whether this site was allowed to know the identity before. */
  permitted = false
  readonly requests: { type: string; payload: Record<string, unknown> }[] = []
  accounts: Record<string, unknown>[]
  /** Answers instead of signing. */
  instead?: () => Promise<unknown>
  /** Signs other bytes than it was given. */
  change?: (transaction: Transaction) => void

  constructor(
    readonly key: Key,
    account = 'alice.wam',
  ) {
    this.accounts = [
      {
        blockchain: 'eos',
        chainId: CHAIN_ID,
        name: account,
        authority: 'active',
        publicKey: key.legacy,
        isHardware: false,
      },
    ]
  }

  get identity() {
    return { hash: 'hash', publicKey: this.key.legacy, name: 'Wombat', accounts: this.accounts }
  }

  async ask(type: string, payload: Record<string, unknown>): Promise<unknown> {
    this.requests.push({ type, payload })
    switch (type) {
      case 'identityFromPermissions':
        return this.permitted ? this.identity : null
      case 'getOrRequestIdentity':
        this.permitted = true
        return this.identity
      case 'forgetIdentity':
        this.permitted = false
        return true
      case 'requestSignature':
        return this.instead ? this.instead() : this.sign(payload.transaction as { serializedTransaction: string })
    }
    throw { type: 'unknown_method', message: `no ${type}`, code: 0, isError: true }
  }

  /** `window.wallet`. */
  second(): ScatterV2 {
    return { sendApiRequest: ({ type, payload }) => this.ask(type, payload as Record<string, unknown>) }
  }

  /** `window.scatter`, which hands out what eosjs makes inside a proxy, as Scatter does. */
  first(): ScatterV1 {
    const wombat = this
    return {
      getIdentity: (fields) => this.ask('getOrRequestIdentity', { fields }),
      getIdentityFromPermissions: () => this.ask('identityFromPermissions', {}),
      useIdentity: () => {},
      logout: () => this.ask('forgetIdentity', {}),
      eos(network: Network, Api, options) {
        const signatureProvider = {
          getAvailableKeys: async () => [wombat.key.legacy],
          sign: async (unsigned: { serializedTransaction: Uint8Array }) => {
            const serializedTransaction = Buffer.from(unsigned.serializedTransaction).toString('hex')
            const answer = await wombat.ask('requestSignature', {
              transaction: { ...unsigned, serializedTransaction },
              network,
            })
            const packed = (answer as { changed?: string }).changed ?? serializedTransaction
            return { ...(answer as object), serializedTransaction: Buffer.from(packed, 'hex') }
          },
        }
        return new Proxy(new Api({ ...options, signatureProvider }), {
          get:
            (api, name) =>
            (...values: unknown[]) =>
              (api as unknown as Record<PropertyKey, (...values: unknown[]) => unknown>)[name]?.apply(api, values),
        })
      },
    }
  }

  private sign({ serializedTransaction }: { serializedTransaction: string }) {
    const transaction = unpack(Buffer.from(serializedTransaction, 'hex'))
    this.change?.(transaction)
    const { array, hexString } = Serializer.encode({ object: transaction })
    return { signatures: [sign(array, this.key)], returnedFields: {}, ...(this.change ? { changed: hexString } : {}) }
  }
}

const page = () => window as Window & Injections

/** The two generations: how each is put into the page. */
export const GENERATIONS = [
  {
    generation: 'second',
    inject: (wombat: FakeWombat) => {
      page().wallet = wombat.second()
    },
  },
  {
    generation: 'first',
    inject: (wombat: FakeWombat) => {
      page().scatter = wombat.first()
    },
  },
] as const

export const remove = () => {
  delete page().wallet
  delete page().scatter
}
