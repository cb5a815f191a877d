import { advance, type Evidence, nextStep } from '../records/advance'
import { isEnded, type TransactionRecord } from '../records/record'

/** Milliseconds. */
export const BLOCK = 3000
/** So many blocks are reversible. */
const REVERSIBLE = 4
const START = 1_700_000_000_000

export const signedRecord = (changes: Partial<TransactionRecord> = {}): TransactionRecord => ({
  ...{ id: '1', chainId: '00', account: 'alice.wam', at: START, state: 'signed', request: '' },
  ...{ sentAt: 0, lastSentAt: 0 },
  subject: { kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '5' },
  signed: { transactionId: 'ab'.repeat(32), packed: 'ff00', signatures: ['SIG_K1_1'], expiresAt: START + 20 * BLOCK },
  ...{ isUnanswered: false, isOpen: false, location: '', line: null, block: 0, isUndone: false },
  ...{ problem: null, isTold: false },
  ...changes,
})

const NO = { kind: 'chain', message: 'Sold out', detail: '' }

/** What a gateway's process knows of the transaction. */
type Known = 'nothing' | 'queued' | 'sent' | 'refused' | 'expired' | 'left'

/** A request on its way: what it is answered with once it has arrived. */
interface Flight {
  /** What the gateway makes of it when it arrives; null when it has. */
  arrive: (() => Evidence[]) | null
  words: Evidence[]
  askedAt: number
}

/** What may happen in a world. */
export type Deed =
  | 'produce'
  | 'exchange'
  | 'undo'
  | 'send'
  | 'follow'
  | 'deliver'
  | 'lose'
  | 'restart'
  | 'leave'
  | 'answer'
  | 'look'

export interface WorldSettings {
  /** Whether the gateway has a line and tells at an address how a push stands. */
  hasLine: boolean
  /** Whether it says since when it knows all that it sent. */
  tellsSince: boolean
  /** How far the browser's idea of the gateway's time is behind, in milliseconds. */
  lag: number
}

/**
 * A chain whose blocks can be undone, nodes of which one lies, a gateway that restarts and forgets, and a browser whose tabs
 * send, follow, look and vanish: all that a record hears comes from here, in any order.
 */
export class World {
  record = signedRecord()
  time = START
  head = 100
  /** The block that has the transaction. */
  inBlock: number | null = null
  /** A node has it and offers it to the next block. */
  isPooled = false
  /** It came to a block, was undone and came to a later one, which stays: rows do not tell the two apart. */
  isMoved = false
  private wasIn = false
  /** What a node that is still on a fork shows. */
  private forked = false
  private known: Known = 'nothing'
  /** This process has given it to a node that can have taken it. */
  private mayHave = false
  private since = START - 60_000
  private process = 1
  private flights: Flight[] = []
  /** What was done that must not be. */
  readonly wrong: string[] = []

  constructor(private readonly settings: WorldSettings) {}

  get irreversible(): { block: number; time: number } {
    const block = this.head - REVERSIBLE
    return { block, time: this.time - REVERSIBLE * BLOCK }
  }
  private get expiresAt(): number {
    return this.record.signed?.expiresAt ?? 0
  }
  private get now(): number {
    return this.time - this.settings.lag
  }
  /** Whether a block that is not there yet can have it. */
  private get canLand(): boolean {
    // A gateway with a line answers equal bytes as it has answered them before.
    const isHeeded = !this.settings.hasLine || this.known === 'nothing'
    const isComing = isHeeded && this.flights.some(({ arrive }) => arrive !== null)
    return (this.isPooled || this.known === 'queued' || isComing) && this.time < this.expiresAt
  }

  hear(evidence: Evidence): void {
    const before = this.record
    const next = advance(before, evidence, this.now)
    const again = advance(next, evidence, this.now)
    // To send again is to do something again.
    if (again !== next && evidence.name !== 'sending') this.wrong.push(`${evidence.name} twice is another record`)
    this.record = next
    if (isEnded(before) && !isEnded(next) && next.state !== 'seen')
      this.wrong.push(`${before.state} became ${next.state}`)
    this.check()
  }

  /** Something happens, a moment after what happened last. */
  happen(name: Deed, ...given: unknown[]): void {
    this.time += 1
    ;(this[name] as (...given: unknown[]) => void)(...given)
    this.check()
  }

  private check(): void {
    const { state, signed } = this.record
    if (state === 'refused' || state === 'absent') {
      if (this.inBlock !== null) this.wrong.push(`${state}, and the chain has it`)
      if (this.canLand) this.wrong.push(`${state}, and it can still land`)
    }
    if (state === 'final' && !this.isMoved && !(this.inBlock !== null && this.inBlock <= this.irreversible.block)) {
      this.wrong.push('final, and the irreversible chain does not have it')
    }
    if (isEnded(this.record) && signed && (signed.packed !== '' || signed.signatures.length > 0)) {
      this.wrong.push(`${state} with signed bytes`)
    }
    if (nextStep(this.record, this.now) === 'send' && (isEnded(this.record) || this.now >= this.expiresAt)) {
      this.wrong.push(`${state} and sent`)
    }
  }

  /** A block is made; a node that offers the transaction has it taken, if the block's producer wants it. */
  produce(isWanted: boolean): void {
    this.head += 1
    this.time += BLOCK
    this.forked = false
    if (this.known === 'queued' && this.time >= this.expiresAt) this.known = 'expired'
    if (!this.isPooled || !isWanted || this.time > this.expiresAt) return
    this.isPooled = false
    this.inBlock = this.head
    this.isMoved = this.wasIn
    this.wasIn = true
  }

  /** Reversible blocks are replaced. What they had comes into the new ones, waits at the nodes, or is gone. */
  undo(depth: number, rest: 'stays' | 'waits' | 'gone'): void {
    const first = Math.max(this.irreversible.block + 1, this.head - depth)
    if (this.inBlock === null || this.inBlock < first || rest === 'stays') return
    if (this.isMoved) return
    this.forked = true
    this.inBlock = null
    this.isPooled = rest === 'waits' && this.time < this.expiresAt
  }

  /** A tab sends, when that is the next step. */
  send(): void {
    if (nextStep(this.record, this.now) !== 'send') return
    this.hear({ name: 'sending' })
    this.flights.push({ arrive: () => this.receive(), words: [], askedAt: this.now })
  }

  /** A tab asks the gateway how it stands. */
  follow(): void {
    if (nextStep(this.record, this.now) !== 'follow') return
    const { location } = this.record
    const words: Evidence[] = location === this.location ? this.status() : [{ name: 'lost' }]
    this.flights.push({ arrive: null, words, askedAt: this.now })
  }

  /** A tab sends or asks, and hears what comes of it, as it mostly is. */
  exchange(node: Parameters<World['offer']>[0]): void {
    const place = this.flights.length
    this.send()
    if (this.settings.hasLine && this.flights.length > place) this.deliver(place)
    this.answer(node, this.flights.filter(({ arrive }) => arrive !== null).length - 1)
    this.follow()
    while (this.flights.length > place) this.deliver(place)
  }

  /** A request arrives, or an answer. */
  deliver(which: number): void {
    const flight = this.flights[which % this.flights.length]
    if (!flight) return
    if (flight.arrive) {
      flight.words = flight.arrive()
      flight.arrive = null
      return
    }
    this.flights.splice(this.flights.indexOf(flight), 1)
    const { askedAt } = flight
    for (const word of flight.words) this.hear(word.name === 'refused' ? { ...word, askedAt } : word)
  }

  /** A connection breaks, before or after the request arrived; its tab hears of it or is gone, too. */
  lose(which: number, isHeard: boolean): void {
    const [flight] = this.flights.splice(which % Math.max(1, this.flights.length), 1)
    if (flight && isHeard) this.hear({ name: 'lost' })
  }

  /** Nothing that is on its way reaches the gateway, and it has forgotten all. */
  restart(): void {
    this.process += 1
    this.since = this.time
    this.known = 'nothing'
    this.mayHave = false
    for (const flight of this.flights) {
      if (flight.arrive) Object.assign(flight, { arrive: null, words: [{ name: 'lost' }] })
    }
  }

  /** The gateway gives it to a node. */
  offer(node: 'takes' | 'refuses' | 'lies' | 'silent' | 'silent and takes'): void {
    if (this.known !== 'queued' && this.known !== 'sent') return
    if (this.time >= this.expiresAt) return
    this.known = 'sent'
    if (node === 'refuses') {
      if (!this.mayHave && this.inBlock === null) this.known = 'refused'
      return
    }
    this.mayHave = true
    if ((node === 'takes' || node === 'silent and takes') && this.inBlock === null) this.isPooled = true
  }

  leave(): void {
    if (this.known === 'queued') this.known = 'left'
  }

  /**
   * The rows are read as `readRowsOf` does.
   *
   * @param behind so many blocks a node is behind
   * @param hides one node does not show it
   */
  look(behind: number, hides: boolean): void {
    const { state, block } = this.record
    if (nextStep(this.record, this.now) === null) return
    const { irreversible } = this
    const isSeen = state === 'seen'
    const isPast = irreversible.time > this.expiresAt
    const needed = Math.max(isSeen ? block : 0, isSeen || isPast ? irreversible.block : 0)
    const read = (areProof: boolean): boolean => {
      const head = this.head - behind
      if (head < needed) return true
      const isShown = this.inBlock !== null && this.inBlock <= head
      const has = areProof ? isShown : (isShown && !hides) || this.forked
      if (!areProof && isSeen && !has) return false
      const rows: Evidence = { name: 'rows', has, head, irreversible, areProof }
      this.flights.push({ arrive: null, words: [rows], askedAt: this.now })
      return true
    }
    if (!read(isPast && !isSeen)) read(true)
  }

  private get location(): string {
    return this.settings.hasLine ? `/api/v1/pushes/${this.process}` : ''
  }

  private receive(): Evidence[] {
    const isNew = this.known === 'nothing'
    if (isNew && this.time >= this.expiresAt) return [{ name: 'lost' }]
    if (isNew) this.known = 'queued'
    return this.settings.hasLine ? this.status() : []
  }

  /** A gateway without a line answers when a node has. */
  answer(node: Parameters<World['offer']>[0] | 'full', which: number): void {
    if (this.settings.hasLine) {
      this.offer(node === 'full' ? 'silent' : node)
      return
    }
    const waiting = this.flights.filter(({ arrive }) => arrive !== null)
    const flight = waiting[which % waiting.length]
    if (!flight) return
    if (node === 'full' || this.time >= this.expiresAt) {
      flight.words = [node === 'full' ? { name: 'unsent' } : { name: 'lost' }]
    } else {
      this.known = 'sent'
      this.offer(node)
      const isRefused = (this.known as Known) === 'refused'
      const isSaid = node === 'takes' || node === 'lies'
      flight.words = [isRefused ? this.refusal() : { name: isSaid || this.inBlock !== null ? 'out' : 'lost' }]
    }
    flight.arrive = null
  }

  private refusal(): Evidence {
    return {
      name: 'refused',
      problem: NO,
      knowsSince: this.settings.hasLine && this.settings.tellsSince ? this.since : 0,
    }
  }

  /** What the browser notes of a status. */
  private status(): Evidence[] {
    const { location } = this
    const accepted: Evidence = { name: 'accepted', location }
    const out: Evidence = { name: 'out' }
    if (this.inBlock !== null && this.known === 'sent') {
      const has = { name: 'rows', has: true, head: this.head, irreversible: null, areProof: false } as const
      return [accepted, out, has]
    }
    switch (this.known) {
      case 'queued':
        return [accepted, { name: 'queued', line: { place: 3, of: 9, sendsAt: null, isMoving: true } }]
      case 'sent':
        return [accepted, this.irreversible.time > this.expiresAt ? { name: 'lost' } : out]
      case 'refused':
        return [accepted, this.refusal()]
      case 'expired':
      case 'left':
        return [accepted, { name: 'unsent', problem: { kind: 'expired', message: '', detail: '' } }]
      default:
        return [{ name: 'lost' }]
    }
  }

  /** All that is on its way comes or is lost; then the record is followed to its end by whoever comes back. */
  settle(): void {
    this.flights = []
    for (let turn = 0; turn < 60 && !isEnded(this.record); turn += 1) {
      this.happen('produce', true)
      this.happen('send')
      this.happen('answer', 'takes', 0)
      this.happen('follow')
      this.happen('look', 0, false)
      while (this.flights.length > 0) this.happen('deliver', 0)
    }
    if (!isEnded(this.record)) this.wrong.push(`followed, and still ${this.record.state}`)
    if ((this.record.state === 'final') !== (this.inBlock !== null)) {
      this.wrong.push(`ended as ${this.record.state}, and the chain ${this.inBlock === null ? 'lacks' : 'has'} it`)
    }
  }
}
