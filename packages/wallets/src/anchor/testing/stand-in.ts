import { AES_CBC } from '@greymass/miniaes'
import {
  Bytes,
  Checksum512,
  PermissionLevel,
  PrivateKey,
  PublicKey,
  Serializer,
  Signature,
  UInt64,
} from '@wharfkit/antelope'
import { type CallbackPayload, type ResolvedSigningRequest, SigningRequest } from '@wharfkit/signing-request'
import zlib from 'pako'
import { CONTRACTS } from '../../transaction/testing/abi'
import { CHAIN_ID } from '../../transaction/testing/gateway'
import type { LinkService, Posted } from './link-service'

/** Signs otherwise than it was asked, to break a rule. */
export interface Misdeeds {
  /** Answers to this request instead. */
  request?: SigningRequest
  /** Says and signs as this one. */
  as?: { actor: string; permission: string }
  /** Signs with another key than the account's. */
  key?: PrivateKey
  chainId?: string
  /** Of an identity proof. */
  expiration?: string
  /** The last word on what is sent. */
  payload?: (payload: CallbackPayload) => object
}

/**
 * Stands in for Anchor, made of the libraries that real wallets use and none of this package: reads a request from its
 * address or from its channel, signs, and sends the answer to the callback.
 */
export class StandInAnchor {
  readonly key = PrivateKey.generate('K1')
  /** What requests on its channel are sealed for. */
  readonly channelKey = PrivateKey.generate('K1')
  readonly channel = 'https://cb.anchor.test/channel-of-the-wallet'
  /** Gives its channel with a login. */
  links = true
  name = 'Desk'
  meta: object = {}
  auth = { actor: 'alice.wam', permission: 'active' }

  constructor(private readonly service: LinkService) {}

  /** A request from a QR code or a link. */
  read(address: string): SigningRequest {
    return SigningRequest.from(address, { zlib })
  }

  /** A request from the channel (wallet link protocol, sealed_message). */
  unseal({ body }: Pick<Posted, 'body'>): SigningRequest {
    const message = Serializer.decode({ data: body, abi: SEALED, type: 'sealed_message' }) as unknown as Sealed
    const secret = this.channelKey.sharedSecret(PublicKey.from(message.from))
    const key = Checksum512.hash(Serializer.encode({ object: UInt64.from(message.nonce) }).appending(secret.array))
    const cipher = new AES_CBC(key.array.slice(0, 32), key.array.slice(32, 48))
    return this.read(Bytes.from(cipher.decrypt(message.ciphertext.array)).utf8String)
  }

  /** Signs, and sends the answer. */
  answer(request: SigningRequest, misdeeds: Misdeeds = {}): void {
    const resolved = this.resolve(misdeeds.request ?? request, misdeeds)
    const signature = (misdeeds.key ?? this.key).signDigest(resolved.transaction.signingDigest(resolved.chainId))
    const callback = resolved.getCallback([Signature.from(signature)])
    if (!callback) throw new Error('the request has no callback')
    // To the callback that is waited at, whatever the answer says of it.
    this.send(
      request,
      misdeeds.payload?.(this.linked(request, callback.payload)) ?? this.linked(request, callback.payload),
    )
  }

  reject(request: SigningRequest, reason: string): void {
    this.send(request, { rejected: reason })
  }

  private resolve(request: SigningRequest, misdeeds: Misdeeds): ResolvedSigningRequest {
    return request.resolve(new Map(Object.entries(CONTRACTS)), PermissionLevel.from(misdeeds.as ?? this.auth), {
      timestamp: new Date().toISOString().slice(0, -1),
      expire_seconds: 60,
      ...(misdeeds.expiration ? { expiration: misdeeds.expiration } : {}),
      ref_block_num: 0,
      ref_block_prefix: 0,
      ...(request.isMultiChain() ? { chainId: misdeeds.chainId ?? CHAIN_ID } : {}),
    })
  }

  private linked(request: SigningRequest, payload: CallbackPayload): CallbackPayload {
    // `link` of a login, and of a request that was taken to another device by hand, asks for a channel.
    const asksForChannel = request.isIdentity() || (request.getRawInfoKey('link')?.array.length ?? 0) > 8
    if (!this.links || !asksForChannel) return payload
    return {
      ...payload,
      link_ch: this.channel,
      link_key: String(this.channelKey.toPublic()),
      link_name: this.name,
      link_meta: JSON.stringify(this.meta),
    }
  }

  private send(request: SigningRequest, payload: object): void {
    this.service.post(request.data.callback, JSON.stringify(payload))
  }
}

interface Sealed {
  from: PublicKey
  nonce: UInt64
  ciphertext: Bytes
}

const SEALED = {
  structs: [
    {
      name: 'sealed_message',
      base: '',
      fields: [
        { name: 'from', type: 'public_key' },
        { name: 'nonce', type: 'uint64' },
        { name: 'ciphertext', type: 'bytes' },
        { name: 'checksum', type: 'uint32' },
      ],
    },
  ],
}
