import { createHash, randomBytes } from 'node:crypto'
import type { BrowserContext, Route } from 'playwright-core'
import type { Case, Kind, Left, Push, Rows, Status, Step } from './cases'

// One case's gateway and chain, as a page meets them: what it sends, where the gateway says how that stands, and the rows that it
// looks at. Everything else is answered by the real process.

/** What a world is about. */
export interface Told {
  kind: Kind
  account: string
  /** The site's. */
  address: string
  chainId: string
  dropId: string
  dropName: string
  /** An asset that is a pack, and one that is a card, as the index has them. */
  pack: Record<string, unknown>
  card: Record<string, unknown>
}

const CLAIM_IDS = ['900001', '900002']
const PACK_ID = '1099900000001'
const LATER = '1099900000002'
/** Who is given a pack. */
const FRIEND = 'bob.wam'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const nodeTime = (time: number) => new Date(time).toISOString().slice(0, -1)
const seconds = (time: number) => Math.floor(time / 1000)

/** The longest that a question waits for something new, in milliseconds. */
const WAIT = 20_000

/** The headers in which a page says when it has sent, and what time it was then at least by the gateway's words to it. */
const SENT_AT = 'x-sent-at'
const KNOWN_TIME = 'x-known-time'

/** What a page may take from the decision to the sending, in milliseconds, on a busy machine. */
const DECIDING = 1000

export class World {
  private readonly id = hex(16)
  private transactionId = hex(32)
  private packed = hex(60)
  private readonly signature = someSignature()
  /** What Anchor was asked, as an address; empty for nothing. */
  private asks = ''
  private readonly location = `/api/v1/pushes/${randomBytes(16).toString('base64url')}`
  readonly expiresAt: number
  private head = 2000
  private version = 1
  private answers: Required<Pick<Step, 'push' | 'status' | 'rows' | 'irreversible'>> & Pick<Step, 'proof'> = {
    push: ['executed'],
    status: ['queued'],
    rows: 'lacks',
    irreversible: 'before',
  }
  private waiting: (() => void)[] = []
  /** What was asked so far. */
  readonly asked = { pushes: 0, looks: 0, statuses: 0 }
  /** What must never be. */
  readonly wrongs: string[] = []

  constructor(
    readonly about: Told,
    private readonly now: number,
    { past = -120_000 }: Pick<Case, 'past'>,
  ) {
    this.expiresAt = now - past
  }

  /** Another moment of the case. */
  change({ push, status, rows, proof, irreversible }: Step): void {
    const both = proof ?? (rows ? undefined : this.answers.proof)
    this.answers = {
      push: push ? [...push] : this.answers.push,
      status: status ? [...status] : this.answers.status,
      rows: rows ?? this.answers.rows,
      irreversible: irreversible ?? this.answers.irreversible,
      ...(both && { proof: both }),
    }
    this.head += 10
    this.version += 1
    this.release()
  }

  /** Lets the questions go that wait for something new. */
  release(): void {
    for (const go of this.waiting.splice(0)) go()
  }

  /** What the browser's storage has of it, by key. */
  kept(left: Left): Record<string, string> {
    const { account, kind, dropId, dropName } = this.about
    const { id } = this
    const life = Math.max(180_000, this.expiresAt - this.now)
    const at = this.expiresAt - life
    const subject = {
      purchase: { kind: 'purchase', dropId, dropName, quantity: '2', deposit: '4000000000' },
      opening: { kind: 'opening', packId: PACK_ID, packName: 'A pack', after: PACK_ID },
      claims: { kind: 'claims', claimIds: CLAIM_IDS, packs: 3 },
    }[kind]
    const signed = {
      transactionId: this.transactionId,
      packed: this.packed,
      signatures: [this.signature],
      expiresAt: this.expiresAt,
    }
    const record = {
      ...{
        id,
        chainId: this.about.chainId,
        account,
        subject,
        at,
        state: 'sent',
        request: '',
        signed,
        sentAt: at + 3000,
      },
      ...{ isUnanswered: false, isOpen: false, location: '', line: null, block: 0, isUndone: false, problem: null },
      isTold: false,
    }
    const line = { place: 7, of: 20, sendsAt: null, isMoving: true, from: 7 }
    const of = (change: object, version = 1) => ({
      [`fieldhouse.record.${id}`]: JSON.stringify({ version, value: { ...record, ...change } }),
    })
    const earlier = (name: string, value: unknown) => ({
      [`fieldhouse.${name}`]: JSON.stringify({ version: 1, value }),
    })
    const ordered = { buyer: account, dropId, dropName, quantity: '2', deposit: '4000000000', at }
    const unasked = { state: 'asked', signed: null, sentAt: 0 }
    const kept: Record<Left, () => Record<string, string>> = {
      asked: () => of(unasked),
      'asked of Anchor': () => of({ ...unasked, request: this.request(this.now + 120_000) }),
      'asked of Anchor, too late': () => of({ ...unasked, request: this.request(this.now - 1000) }),
      signed: () => of({ state: 'signed', sentAt: 0 }),
      sent: () => of({ isUnanswered: true }),
      unclear: () => of({ isOpen: true }),
      'in line': () => of({ location: this.location, line }),
      'in line, after an unclear sending': () => of({ isOpen: true, location: this.location, line }),
      seen: () => of({ state: 'seen', block: 2000 }),
      told: () => of({ state: 'seen', block: 2000, isTold: true }),
      "an earlier host's asked": () => earlier('asked', [{ ...ordered, request: '' }]),
      "an earlier host's pending": () => earlier('pending', [{ ...ordered, ...signed }]),
      "an earlier host's bought": () =>
        earlier('bought', [{ ...ordered, at: this.now - 30_000, transactionId: this.transactionId }]),
      "an earlier host's damaged": () => ({ 'fieldhouse.pending': '{"version":1,"value":[{"buyer":' }),
      damaged: () => of({ state: 'sent', signed: { ...signed, packed: 'zz' } }),
      "a newer release's": () => of({ state: 'in a state of its own' }, 2),
    }
    return kept[left]()
  }

  /** As another tab keeps it that saw it in the rows. */
  settled(): Record<string, string> {
    const [[key = '', text = '']] = Object.entries(this.kept('unclear')) as [[string, string]]
    const { value } = JSON.parse(text)
    return { [key]: JSON.stringify({ version: 1, value: { ...value, state: 'seen', block: this.head } }) }
  }

  /** What a node writes of claims, and of an account's tickets before they are collected. */
  private rowsAs(rows: Rows): object[] {
    const { kind, account, dropId } = this.about
    const row = {
      drop_id: dropId,
      claimer: account,
      partner_code: '',
      paid: '',
      created_at: seconds(this.now),
      expires_at: 0,
    }
    const id = rows === 'by another' ? hex(32) : this.transactionId
    const isDone = rows === 'has' || rows === 'by another'
    if (kind === 'claims') {
      return CLAIM_IDS.map((claim_id, index) => ({
        ...{ ...row, claim_id, amount: index + 1, reason: 'a prize', claimed: isDone ? 1 : 0 },
        trx_id: isDone ? id : '',
      }))
    }
    return isDone ? [{ ...row, claim_id: '900009', amount: 2, claimed: 1, reason: 'purchase', trx_id: id }] : []
  }

  private async push(route: Route): Promise<void> {
    const headers = route.request().headers()
    const sentAt = Number(headers[SENT_AT])
    // It was on its way when the world before ended.
    if (sentAt <= this.now) return route.abort('connectionreset')
    this.asked.pushes += 1
    const { packed_trx, signatures } = route.request().postDataJSON()
    if (packed_trx !== this.packed || signatures.join() !== this.signature) this.wrongs.push('other bytes were sent')
    if (!(Number(headers[KNOWN_TIME]) < this.expiresAt + DECIDING))
      this.wrongs.push('bytes were sent past their expiration')
    const push = next(this.answers.push)
    const refuse = (status: number, code: number, name: string, message: string, file = 'a node') =>
      route.fulfill({ status, json: { code: status, error: { code, name, what: name, details: [{ message, file }] } } })
    if (push === 'executed') {
      const processed = { block_num: this.head, receipt: { status: 'executed' } }
      return route.fulfill({ json: { transaction_id: this.transactionId, processed } })
    }
    if (push === 'in line') {
      const headers = { Location: this.location, 'Preference-Applied': 'respond-async', ETag: '"0"' }
      return route.fulfill({ status: 202, headers, json: { transaction_id: this.transactionId, state: 'queued' } })
    }
    if (push.startsWith('refused: ')) return refuse(500, 3050003, 'eosio_assert_message_exception', push.slice(9))
    const of: Record<Exclude<Push, `refused: ${string}` | 'executed' | 'in line'>, () => Promise<void>> = {
      duplicate: () => refuse(409, 3040008, 'tx_duplicate', `duplicate transaction ${this.transactionId}`),
      lost: () => route.abort('connectionreset'),
      unreachable: () => route.abort('internetdisconnected'),
      'not sent': () => refuse(503, 0, 'transaction_not_sent', 'no node takes it', 'fieldhouse'),
      'too many': () => refuse(429, 0, 'too_many_requests', 'too many requests', 'fieldhouse'),
      unknown: () => refuse(504, 0, 'transaction_outcome_unknown', 'nobody knows', 'fieldhouse'),
      proxy: () => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      expired: () => refuse(500, 3040005, 'expired_tx_exception', 'expired transaction'),
      cpu: () => refuse(500, 3080004, 'tx_cpu_usage_exceeded', 'transaction net usage is too high'),
    }
    return of[push as keyof typeof of]()
  }

  private async status(route: Route): Promise<void> {
    if (new URL(route.request().url()).pathname !== this.location) {
      return route.fulfill({ status: 404, json: { state: 'unknown' } })
    }
    this.asked.statuses += 1
    const known = route.request().headers()['if-none-match']
    if (known === this.etag) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT)
        this.waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
      if (known === this.etag) return route.fulfill({ status: 304, headers: { ETag: known } })
    }
    const status = next(this.answers.status)
    if (status === 'too many') return route.fulfill({ status: 429, json: {} })
    if (status === 'forgotten') return route.fulfill({ status: 404, json: { state: 'unknown' } })
    const json = { transaction_id: this.transactionId, ...this.standing(status) }
    return route.fulfill({ headers: { ETag: this.etag }, json })
  }

  private get etag(): string {
    return `"${this.version}"`
  }

  private standing(status: Status): object {
    const refused = (message: string, more: object = {}) => ({
      state: 'refused',
      error: { code: 3050003, name: 'eosio_assert_message_exception', what: '', details: [{ message }] },
      ...more,
    })
    const [said = '', text = ''] = status.split(/: (.*)/s)
    if (said === 'refused') return refused(text)
    if (said === 'refused, of all that it sent') return refused(text, { knows_since: this.now - 3_600_000 })
    const [row] = this.rowsAs('has')
    const [other] = this.rowsAs('by another')
    const of: Record<string, object> = {
      queued: { state: 'queued', place: 7, of: 20, sends_in: 12_000, is_moving: true },
      held: { state: 'queued', of: 20, is_moving: true },
      still: { state: 'queued', place: 7, of: 20, is_moving: false },
      sent: { state: 'sent' },
      landed: { state: 'landed', block: this.head },
      'landed, with its row': { state: 'landed', block: this.head, claim: row },
      "landed, with another's row": { state: 'landed', block: this.head, claim: other },
      expired: { state: 'expired' },
      left: { state: 'left' },
      unknown: { state: 'unknown' },
    }
    return of[status] ?? {}
  }

  private info(route: Route): Promise<void> {
    const { irreversible } = this.answers
    if (irreversible === 'unreachable') return route.abort('connectionreset')
    const time = irreversible === 'before' ? this.expiresAt - 30_000 : this.expiresAt + 500
    return route.fulfill({
      json: {
        chain_id: this.about.chainId,
        head_block_num: this.head,
        head_block_time: nodeTime(Date.now()),
        last_irreversible_block_num: irreversible === 'final' ? this.head : 1000,
        ...(irreversible !== 'untold' && { last_irreversible_block_time: nodeTime(time) }),
      },
    })
  }

  /** Rows of claims or of an asset; `body` makes the rows of what they say. */
  private async rows(route: Route, body: (rows: Rows) => object[]): Promise<void> {
    const query = new URL(route.request().url()).searchParams
    const rows = query.get('nodes') === '2' ? (this.answers.proof ?? this.answers.rows) : this.answers.rows
    const headers = { 'X-Chain-Head': String(this.head) }
    if (rows === 'unreachable') return route.abort('connectionreset')
    if (rows === 'too many') return route.fulfill({ status: 429, json: { message: 'too many requests' } })
    if (rows === 'failing') return route.fulfill({ status: 503, json: { message: 'no node answers' } })
    if (rows === 'cut') return route.fulfill({ headers, json: { rows: [], more: true } })
    if (rows === 'unreadable') return route.fulfill({ headers, json: { rows: ['0a0b0c'], more: false } })
    return route.fulfill({ headers, json: { rows: body(rows), more: false } })
  }

  /** Answers for its account. */
  async answer(route: Route): Promise<void> {
    const url = new URL(route.request().url())
    const { pathname, searchParams } = url
    const { kind, account } = this.about
    if (pathname === '/v1/chain/send_transaction') return this.push(route)
    if (pathname.startsWith('/api/v1/pushes/')) return this.status(route)
    if (pathname === '/v1/chain/get_info') return this.info(route)
    if (pathname === '/api/v1/rows/accounts') {
      return route.fulfill({ json: { rows: [{ balance: '1000.00000000 WAX' }], more: false } })
    }
    const isOwn = [searchParams.get('index'), searchParams.get('scope'), searchParams.get('owner')].includes(account)
    if (pathname === '/api/v1/rows/claims') {
      // Somebody else's have nothing of it.
      if (!isOwn) return route.fulfill({ json: { rows: kind === 'claims' ? this.rowsAs('lacks') : [], more: false } })
      if (kind !== 'opening') this.asked.looks += 1
      return this.rows(route, (rows) => this.rowsAs(rows))
    }
    if (pathname === '/api/v1/rows/assets') {
      if (kind === 'opening') this.asked.looks += 1
      const isHad = (rows: Rows) => (isOwn ? !['has', 'burned', 'given away'].includes(rows) : rows === 'given away')
      return this.rows(route, (rows) => (isHad(rows) ? [{ asset_id: PACK_ID }] : []))
    }
    // The index.
    const { pack, card } = this.about
    const asset = (like: Record<string, unknown>, asset_id: string) => ({ ...like, asset_id, owner: account })
    const { rows } = this.answers
    if (searchParams.has('asset_id')) {
      const holder =
        rows === 'has' ? { burned_by_account: account } : { owner: rows === 'given away' ? FRIEND : account }
      return route.fulfill({ json: { success: true, data: [{ ...pack, asset_id: PACK_ID, owner: null, ...holder }] } })
    }
    const isGone = rows === 'burned' || rows === 'given away'
    const own = rows === 'has' ? [asset(card, LATER)] : isGone ? [] : [asset(pack, PACK_ID)]
    return route.fulfill({ json: { success: true, data: kind === 'opening' && isOwn ? own : [] } })
  }

  /** A request to sign that waits in Anchor (ESR 2, uncompressed), which runs out then. */
  private request(runsOut: number): string {
    const callback = Buffer.from(`${this.about.address}/link/${hex(16)}`)
    // Its header, no actions, and nothing of the rest.
    const transaction = Buffer.alloc(16)
    transaction.writeUInt32LE(seconds(runsOut))
    this.packed = transaction.toString('hex')
    this.transactionId = createHash('sha256').update(transaction).digest('hex')
    const parts = [
      Buffer.from([2, 1]),
      Buffer.from(this.about.chainId, 'hex'),
      ...[Buffer.from([2]), transaction],
      // Its callback gets the answer in the background; nothing is broadcast.
      Buffer.from([2, callback.length]),
      ...[callback, Buffer.from([0])],
    ]
    this.asks = `esr:${Buffer.concat(parts).toString('base64url')}`
    return this.asks
  }

  /** Somebody signs it in Anchor, which leaves its answer at the link service. */
  async sign(): Promise<void> {
    const request = Buffer.from(this.asks.slice(4), 'base64url').toString('latin1')
    const [callback = ''] = /https?:\/\/[^\0]+/.exec(request) ?? []
    const answer = {
      ...{ sig: this.signature, tx: this.transactionId, sa: this.about.account, sp: 'active', req: this.asks },
      ...{ rbn: '0', rid: '0', ex: nodeTime(this.expiresAt), cid: this.about.chainId },
    }
    const response = await fetch(callback, { method: 'POST', body: JSON.stringify(answer) })
    if (!response.ok) throw new Error(`answering as Anchor: ${response.status}`)
  }
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A signature of K1 as it is written, by nobody. */
function someSignature(): string {
  const data = Buffer.concat([Buffer.from([31]), randomBytes(64)])
  const check = createHash('ripemd160').update(data).update('K1').digest().subarray(0, 4)
  let number = BigInt(`0x${Buffer.concat([data, check]).toString('hex')}`)
  let written = ''
  for (; number > 0n; number /= 58n) written = ALPHABET[Number(number % 58n)] + written
  return `SIG_K1_${written}`
}

/** The next answer of several; the last stands. */
const next = <Answer>(answers: Answer[]): Answer => {
  const [first] = answers
  if (answers.length > 1) answers.shift()
  return first as Answer
}

/** What of the gateway a world answers. */
const ASKED = /^\/(v1\/chain\/(get_info|send_transaction)|api\/v1\/(pushes\/.*|rows\/(claims|assets|accounts)|assets))$/

/** Has the pages of a context ask the world that stands there at the time. */
export async function answerBy(context: BrowserContext, world: () => World): Promise<void> {
  // An answer may be on its way for long on a busy machine: what counts is when the page has sent, and what the gateway had told
  // it of the time by then.
  await context.addInitScript(
    ([sentAt, knownTime]) => {
      const { fetch } = window
      let behind = Number.POSITIVE_INFINITY
      const hear = async (answer: Response) => {
        const late = Date.now() - Date.parse(answer.headers.get('Date') ?? '')
        await answer.clone().arrayBuffer()
        if (late < behind) behind = late
      }
      window.fetch = async (address, init) => {
        const now = Date.now()
        const told = { [sentAt]: String(now), [knownTime]: String(now - behind) }
        const isPush = String(address).endsWith('/send_transaction')
        const answer = await fetch(address, isPush ? { ...init, headers: { ...init?.headers, ...told } } : init)
        if (answer.ok && String(address).startsWith('/_page/data')) hear(answer).catch(() => {})
        return answer
      }
    },
    [SENT_AT, KNOWN_TIME] as const,
  )
  await context.route(
    (url) => ASKED.test(url.pathname),
    (route) =>
      world()
        .answer(route)
        // The page was left meanwhile.
        .catch(() => {}),
  )
}
