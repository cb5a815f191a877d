import { Bytes, Checksum256, Serializer, Signature, SignedTransaction, Transaction } from '@wharfkit/antelope'
import { CONTRACTS, rawAbiOf } from './abi'

export const CHAIN_ID = 'f'.repeat(64)

/** A request to the gateway, as it came. */
export interface Call {
  name: string
  body: Record<string, unknown>
  text: string
  method: string
  headers: Headers
}

/** What a node, or our gateway in a node's shape, says of an error. */
export const failure = (status: number, code: number, name: string, message: string, file = 'apply.cpp') =>
  Response.json(
    {
      code: status,
      message: 'Internal Service Error',
      error: { code, name, what: name, details: [{ message, file }] },
    },
    { status },
  )

export const assertion = (text: string) =>
  failure(500, 3050003, 'eosio_assert_message_exception', `assertion failure with message: ${text}`)

/** What a broken connection is in a browser. */
export const lost = () => Promise.reject(new TypeError('Failed to fetch'))

/**
 * Stands in for the gateway's chain API and the chain behind it: checks header and signatures of what is pushed, takes
 * each transaction once and answers in a node's shapes. `next` puts an answer before its own.
 */
export class Gateway {
  readonly calls: Call[] = []
  /** Transactions that landed, in order. */
  readonly landed: Transaction[] = []
  /** Public keys by account. */
  readonly keys = new Map<string, string>()
  chainId = CHAIN_ID
  head = 1000
  time = Date.parse('2026-11-27T14:00:00.500Z')
  prefix = 4_000_000_000
  private readonly queued = new Map<string, ((call: Call) => Response | Promise<Response>)[]>()

  /** The next call of this name is answered so; several wait in line. */
  next(name: string, ...answers: ((call: Call) => Response | Promise<Response>)[]): void {
    this.queued.set(name, [...(this.queued.get(name) ?? []), ...answers])
  }

  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name)
  }

  readonly fetch = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(String(address))
    const name = pathname.replace('/v1/chain/', '')
    const text = String(init?.body ?? '')
    const { method = 'GET', headers } = init ?? {}
    const call = { name, body: text ? JSON.parse(text) : {}, text, method, headers: new Headers(headers) }
    this.calls.push(call)
    const answer = this.queued.get(name)?.shift()
    return answer ? answer(call) : this.answer(call)
  }

  answer(call: Call): Response {
    switch (call.name) {
      case 'get_info':
        return Response.json({
          chain_id: this.chainId,
          head_block_num: this.head,
          head_block_time: new Date(this.time).toISOString().slice(0, -1),
          last_irreversible_block_num: this.head - 300,
        })
      case 'get_block_info':
        return Response.json({
          block_num: call.body.block_num,
          ref_block_prefix: this.prefix,
          timestamp: new Date(this.time - 1500).toISOString().slice(0, -1),
        })
      case 'get_raw_abi': {
        const account = String(call.body.account_name)
        if (!CONTRACTS[account]) return failure(500, 0, 'exception', `unknown key (eosio::chain::name): ${account}`)
        return Response.json({ account_name: account, abi: Buffer.from(rawAbiOf(account), 'hex').toString('base64') })
      }
      case 'send_transaction':
        return this.take(call)
    }
    return failure(404, 0, 'exception', 'Unknown Endpoint', 'fieldhouse')
  }

  private take({ body }: Call): Response {
    const packed = Bytes.from(String(body.packed_trx), 'hex')
    const transaction = Serializer.decode({ data: packed, type: Transaction })
    const id = String(transaction.id)
    const known = this.landed.findIndex((landed) => String(landed.id) === id)
    if (known >= 0) return this.receipt(id, known)
    if (transaction.expiration.toMilliseconds() < this.time) {
      return failure(500, 3040005, 'expired_tx_exception', `expired transaction ${id}`, 'producer_plugin.cpp')
    }
    if (Number(transaction.ref_block_prefix) !== this.prefix || Number(transaction.ref_block_num) !== this.head - 3) {
      return failure(500, 3040007, 'invalid_ref_block_exception', "Transaction's reference block did not match")
    }
    const { signatures } = SignedTransaction.from({ ...transaction, signatures: body.signatures as string[] })
    const digest = Checksum256.from(transaction.signingDigest(this.chainId))
    const signers = signatures.map((signature) => String(Signature.from(signature).recoverDigest(digest)))
    for (const { actor } of transaction.actions.flatMap(({ authorization }) => authorization)) {
      const key = this.keys.get(String(actor))
      if (key && !signers.includes(key)) {
        const text = `transaction declares authority '{"actor":"${actor}","permission":"active"}', but does not have signatures for it.`
        return failure(401, 3090003, 'unsatisfied_authorization', text, 'authorization_manager.cpp')
      }
    }
    this.landed.push(transaction)
    return this.receipt(id, this.landed.length - 1)
  }

  private receipt(id: string, position: number): Response {
    const processed = { id, block_num: this.head + 1 + position, receipt: { status: 'executed' }, except: null }
    return Response.json({ transaction_id: id, processed }, { status: 202 })
  }
}
