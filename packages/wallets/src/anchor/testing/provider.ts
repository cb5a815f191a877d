import { Action, PrivateKey, Signature, Transaction } from '@wharfkit/antelope'
import { SigningRequest } from '@wharfkit/signing-request'
import zlib from 'pako'
import { CONTRACTS } from '../../transaction/testing/abi'
import { CHAIN_ID } from '../../transaction/testing/gateway'

export const PROVIDER = 'https://fuel.test'

export interface Asked {
  ref: string
  request: string
  signer: { actor: string; permission: string }
}

/** What a provider answers: the JSON it sends, which may lie. */
export interface Offered {
  code: number
  message?: string
  data: {
    request: [string, Record<string, unknown> & { actions: Record<string, unknown>[] }]
    signatures: string[]
    fee?: string
    costs?: Record<string, string>
  }
}

const COSIGN = [{ actor: 'greymassfuel', permission: 'cosign' }]

/** Stands in for Greymass Fuel; its answers have the shape of recorded ones. */
export class StandInProvider {
  readonly key = PrivateKey.generate('K1')
  readonly asked: Asked[] = []
  /** What it takes; null is free. */
  fee: string | null = null
  /** RAM that it buys for the signer, in bytes. */
  ram = 0
  /** The last word on what is sent. */
  lie: (answer: Offered) => unknown = (answer) => answer
  /** Says nothing at all. */
  silent = false
  status = 200

  readonly fetch = async (_: string, init?: RequestInit): Promise<Response> => {
    const asked: Asked = JSON.parse(String(init?.body))
    this.asked.push(asked)
    if (this.silent)
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    return Response.json(this.lie(this.offer(asked)), { status: this.status })
  }

  private offer({ request, signer }: Asked): Offered {
    const original = SigningRequest.from(request, { zlib }).getRawTransaction()
    const added = [Action.from({ account: 'greymassnoop', name: 'noop', authorization: COSIGN, data: '' })]
    if (this.fee) added.push(action('eosio.token', 'transfer', [signer], feeOf(signer.actor, this.fee)))
    if (this.ram) {
      const data = { payer: 'greymassfuel', receiver: signer.actor, bytes: this.ram }
      added.push(action('eosio', 'buyrambytes', COSIGN, data))
    }
    const transaction = Transaction.from({ ...original, actions: [...added, ...original.actions] })
    const signature = this.key.signDigest(transaction.signingDigest(CHAIN_ID))
    return {
      code: this.fee ? 402 : 200,
      data: {
        request: ['transaction', JSON.parse(JSON.stringify(transaction))],
        signatures: [String(Signature.from(signature))],
        ...(this.fee ? { fee: this.fee, costs: { cpu: this.fee, net: '0.00000000 WAX', ram: '0.00000000 WAX' } } : {}),
      },
    }
  }
}

export const feeOf = (from: string, quantity: string, to = 'fuel.gm') => ({
  from,
  to,
  quantity,
  memo: 'Fuel Transaction Fee',
})

/** An action as a provider writes it: its data packed. */
export const action = (
  account: string,
  name: string,
  authorization: { actor: string; permission: string }[],
  data: object,
): Action => Action.from({ account, name, authorization, data }, CONTRACTS[account])
