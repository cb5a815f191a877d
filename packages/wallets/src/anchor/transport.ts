import { gatewayNow } from '@fieldhouse/chain-data'
import { parseJson } from '@fieldhouse/contract/browser'
import { TRIGGER_PAYLOAD_MAX, WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { type Bytes, type PermissionLevel, Signature } from '@greymass/eosio'
import type { LinkChannelSession, LinkSession, LinkStorage, LinkTransport, TransactResult } from 'anchor-link'
import { Base64u, type SigningRequest } from 'eosio-signing-request'
import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import type { Attempt } from '../signing/signing'
import { isChainName, type WalletContext } from '../wallet'
import { checkAnswer } from './check-answer'
import { isAppleHandheld, isLaunchable, launch, returnPath } from './device'
import { deliver } from './link-service'
import { coverResources, deadlineOf } from './provider'

type Cancel = (reason: string | Error) => void

/** Anchor's own address, which brings it to the front. */
const ANCHOR = 'anchor://link'

/**
 * Brings the requests of one login or one transaction to Anchor, and shows in the signing dialog what is going on. It does what
 * anchor-link's own browser transport does, and checks the wallet's answer besides.
 */
export class Transport implements LinkTransport {
  readonly storage: SessionStorage
  sentRequest: SigningRequest | null = null
  private cancel: Cancel = () => {}
  private expiry: ReturnType<typeof setTimeout> | undefined
  /** By whose channel the request is sent. */
  private session: LinkSession | null = null
  private isManual = false
  private hasEnded = false
  /** Why the linked device is not reached, as the dialog says it. */
  private unreached: WalletError | null = null

  constructor(
    private readonly context: Pick<WalletContext, 'settings' | 'storage' | 'fetch'>,
    private readonly attempt: Attempt,
    /** Who has to sign; null for a login. */
    private readonly signer: PermissionLevel | null,
    /** Called with a transaction's request as it is sent: whoever has it can take the answer later. */
    private readonly onAsked?: (request: string) => void,
  ) {
    this.storage = new SessionStorage(context.storage)
    attempt.signal.addEventListener('abort', () => this.cancel(this.unreached ?? 'closed by the visitor'))
  }

  userAgent(): string {
    return `${this.context.settings.product} ${navigator.userAgent}`
  }

  showLoading(): void {
    this.attempt.show({ name: 'preparing' })
  }

  async prepare(request: SigningRequest): Promise<SigningRequest> {
    return this.signer ? coverResources(request, this.signer, this.context, this.attempt) : request
  }

  onRequest(request: SigningRequest, cancel: Cancel): void {
    this.begin(request, cancel)
    this.showRequest(request)
  }

  onSessionRequest(session: LinkSession, request: SigningRequest, cancel: Cancel): void {
    const { sameDevice, launchUrl, name, timeout = WALLET_SESSION_TIMEOUT } = session.metadata
    if (sameDevice) request.setInfoKey('return_path', returnPath(location.href))
    if (session.type === 'fallback') {
      this.onRequest(request, cancel)
      if (sameDevice) launch(addressOf(request))
      return
    }
    this.begin(request, cancel)
    this.attempt.show({
      name: 'prompt',
      device: deviceName(name),
      deadline: Math.min(gatewayNow() + timeout, deadlineOf(request)),
      signManually: () => this.signManually(request, session),
    })
    if (!sameDevice) return
    if (isLaunchable(launchUrl)) launch(launchUrl)
    else if (isAppleHandheld()) launch(ANCHOR)
  }

  /** @returns true always: the request gets to the wallet from here, or the dialog shows that it does not */
  sendSessionPayload(payload: Bytes, session: LinkSession): boolean {
    const { sameDevice, triggerUrl } = session.metadata
    // A longer address could be cut off by iOS.
    const isShort = payload.array.length <= TRIGGER_PAYLOAD_MAX
    if (sameDevice && isShort && isLaunchable(triggerUrl)) {
      const encoded = Base64u.encode(payload.array)
      launch(triggerUrl.replace('%s', () => encoded))
    } else void this.push(payload.array, session)
    return true
  }

  /** Called with whatever would end the request; true goes on waiting for the answer. */
  recoverError(cause: Error, request: SigningRequest): boolean {
    const error = fromUnknown(cause, 'reaching Anchor')
    const session = (cause as { session?: LinkSession }).session ?? this.session
    // The session's own time-out comes also after an answer that could not be read.
    const isWaiting = request === this.sentRequest && !this.hasEnded && !this.attempt.signal.aborted
    if (!isWaiting || session === null || (error.kind !== 'delivery' && error.kind !== 'timeout')) return false
    // The first reason is the one that counts, and somebody who is signing by hand has a way already.
    if (this.isManual || this.unreached) return true
    this.unreached = error
    this.attempt.show({
      name: 'unreachable',
      device: deviceName(session.metadata.name),
      error,
      signManually: () => this.signManually(request, session),
    })
    return true
  }

  /** @throws WalletError when the answer is not one to what was asked */
  onSuccess(request: SigningRequest, result: TransactResult): void {
    this.end()
    checkAnswer(request, result, this.signer)
    this.attempt.show({ name: request.isIdentity() ? 'checking' : 'sending' })
  }

  onFailure(): void {
    this.end()
  }

  /** Whether the visitor went on without the resource provider's fee: the request is flagged so then. */
  isFeeDeclined(): boolean {
    return this.sentRequest?.getRawInfoKey('no_fee') !== undefined
  }

  private begin(request: SigningRequest, cancel: Cancel): void {
    this.sentRequest = request
    this.cancel = cancel
    if (!request.isIdentity()) {
      const expired = () => cancel(new WalletError('expired', 'The request expired before it was signed'))
      this.expiry = setTimeout(expired, deadlineOf(request) - gatewayNow())
      // Plain: to read it again needs nothing but the request's own library.
      this.onAsked?.(request.encode(false, false))
    }
    if (this.attempt.signal.aborted) cancel('closed by the visitor')
  }

  /** From now on the dialog shows nothing of how the request gets to the wallet. */
  private end(): void {
    this.hasEnded = true
    clearTimeout(this.expiry)
    this.attempt.notice('unacknowledged', false)
  }

  private showRequest(request: SigningRequest): void {
    const sameDevice = request.clone()
    sameDevice.setInfoKey('same_device', true, 'bool')
    sameDevice.setInfoKey('return_path', returnPath(location.href))
    this.attempt.show({
      name: 'request',
      purpose: request.isIdentity() ? 'login' : 'sign',
      manual: this.isManual,
      address: addressOf(request),
      launch: () => launch(addressOf(sameDevice)),
      deadline: request.isIdentity() ? null : deadlineOf(request),
    })
  }

  /** Any wallet may sign; one that is not linked yet becomes the linked one. */
  private signManually(request: SigningRequest, session: LinkSession): void {
    this.isManual = true
    this.unreached = null
    this.attempt.notice('unacknowledged', false)
    request.data.info = request.data.info.filter(({ key }) => key !== 'return_path')
    if (session.type === 'channel') (session as LinkChannelSession).addLinkInfo(request)
    this.showRequest(request)
  }

  private async push(payload: Uint8Array, session: LinkSession): Promise<void> {
    this.session = session
    try {
      const { url } = session.serialize().data.channel
      const isAcknowledged = await deliver(url, payload, { fetch: this.context.fetch, signal: this.attempt.signal })
      this.attempt.notice('unacknowledged', !isAcknowledged && !this.isManual && !this.hasEnded)
    } catch (error) {
      if (!this.attempt.signal.aborted) this.cancel(error as WalletError)
    }
  }
}

/** The resource provider's signatures, which the request has, and the wallet's. */
export function signaturesOf(request: SigningRequest | null, { signatures }: TransactResult): string[] {
  const cosigned = request?.getInfoKey('cosig', { type: Signature, array: true }) as Signature[] | undefined
  return [...new Set([...(cosigned ?? []), ...signatures].map(String))]
}

/** `esr:`, without slashes: they cost room in a QR code. */
const addressOf = (request: SigningRequest): string => request.encode(true, false)

/** As its wallet names it. */
const deviceName = (name: unknown): string => (typeof name === 'string' ? name.slice(0, 60) : '')

/** Before every key; the reference transport's, so that a session of it is found again. */
const PREFIX = 'anchor-link'

/**
 * Where anchor-link keeps its sessions: `<prefix>-<id>-<actor@permission>-<chain id>`, and `<prefix>-<id>-list` with those
 * there are, the latest first (specification, section 3, Wallet link session). A list that is damaged is an empty one.
 */
export class SessionStorage implements LinkStorage {
  constructor(private readonly storage: WalletContext['storage']) {}

  async write(key: string, data: string): Promise<void> {
    this.storage.setItem(`${PREFIX}-${key}`, data)
  }

  async read(key: string): Promise<string | null> {
    const data = this.storage.getItem(`${PREFIX}-${key}`)
    return key.endsWith('-list') && !isList(data) ? null : data
  }

  async remove(key: string): Promise<void> {
    this.storage.removeItem(`${PREFIX}-${key}`)
  }
}

function isList(data: string | null): boolean {
  const list = parseJson(data)
  return (
    Array.isArray(list) &&
    list.every((entry) => {
      const { chainId, auth } = Object(entry)
      return /^[\da-f]{64}$/i.test(chainId) && isChainName(auth?.actor) && isChainName(auth.permission)
    })
  )
}
