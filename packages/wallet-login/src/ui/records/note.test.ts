import type { Subject } from '@fieldhouse/chain-data/records'
import type { Wallet } from '@fieldhouse/wallets'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accepted, executed, type fakeChain, keep, lost, NOW, signedRecord, soldOut } from '../../testing/chain'
import { askElsewhere, pass, setUpRecordsPage, toasts } from '../../testing/clock'
import { eventually } from '../../testing/eventually'
import { fakeWallet, openPage, record } from '../../testing/page'

const wallets = vi.hoisted(() => ({ loadWallet: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => ({ ...((await original()) as object), ...wallets }))

let chain: ReturnType<typeof fakeChain>
let wallet: Wallet
let hide: (hidden: boolean) => void
/** What the wallet signs: it begins with its expiration. */
const bytes = new Uint8Array([0, 0, 0, 0, 7])
new DataView(bytes.buffer).setUint32(0, NOW / 1000 + 180, true)
type Signed = Awaited<ReturnType<Wallet['sign']>>
const onOutcome = vi.fn<NonNullable<Signed['onOutcome']>>()
const answer: Signed = { serializedTransaction: bytes, signatures: ['SIG_K1_1'] }
const subject = (changes: Partial<Subject> = {}): Subject =>
  ({ kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '5', ...changes }) as Subject

beforeEach(() => {
  ;({ chain, hide } = setUpRecordsPage())
  wallet = fakeWallet('anchor', {
    sign: vi.fn(async (_context, _user, actions) => {
      await actions()
      return answer
    }),
  })
  wallets.loadWallet.mockImplementation(async () => wallet)
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
})

const records = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('fieldhouse.record.'))
    .map(([, text]) => JSON.parse(text).value)

/** Has the chain carry out what is pushed, with the row of the purchase. */
function land() {
  chain.rows = true
  chain.push = () => {
    const { transactionId } = records()[0].signed
    chain.claim.trx_id = transactionId
    return executed(transactionId)
  }
}

async function open() {
  localStorage.setItem('Anchor', record('alice.wam', 'anchor'))
  const page = await openPage()
  await import('./follow')
  await act(async () => void (await page.startUi()))
  /** Asks the wallet, and answers how that ended. */
  const ask = async (made: Subject = subject(), actions = async () => []) => {
    const asked = page.transact({ subject: () => made, actions }).catch((error) => error)
    await pass(500)
    const ended = await asked
    // What the page does next with it.
    await pass(100)
    return ended
  }
  return { ...page, ask }
}

describe('a transaction with a subject', () => {
  it('is kept from the moment on at which the wallet is asked, and done once it has signed', async () => {
    let release = () => {}
    wallet.sign = async (_context, _user, actions, onAsked) => {
      await actions()
      onAsked?.('esr:of-what')
      await new Promise<void>((signs) => {
        release = signs
      })
      return answer
    }
    const { transact } = await open()
    const onAsked = vi.fn()
    const onSigned = vi.fn(() => expect(chain.pushed).toEqual([]))
    const done = transact({ subject: () => subject(), actions: async () => [], onAsked, onSigned })
    await pass(500)
    expect(records()).toEqual([
      expect.objectContaining({
        state: 'asked',
        account: 'alice.wam',
        request: 'esr:of-what',
        subject: subject(),
        signed: null,
      }),
    ])
    expect(chain.pushed).toEqual([])
    release()
    const { transactionId } = await done
    expect(transactionId).toMatch(/^[\da-f]{64}$/)
    expect(onAsked).toHaveBeenCalledExactlyOnceWith('esr:of-what')
    expect(onSigned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ transactionId }))
    await pass(100)
    const signed = { transactionId, packed: Buffer.from(bytes).toString('hex'), expiresAt: NOW + 180_000 }
    expect(records()).toEqual([expect.objectContaining({ state: 'sent', signed: expect.objectContaining(signed) })])
    expect(chain.pushed).toEqual([signed.packed])
  })

  it('that the wallet declines was told by whoever asked: nothing of it is sent, and it can be asked for again', async () => {
    const { ask, WalletError } = await open()
    const sign = wallet.sign
    wallet.sign = async (_context, _user, actions) => {
      await actions()
      throw new WalletError('cancelled', 'User canceled request')
    }
    expect(await ask()).toMatchObject({ kind: 'cancelled' })
    expect(records()).toEqual([expect.objectContaining({ state: 'refused', isTold: true, problem: expect.anything() })])
    await pass(5000)
    expect([toasts(), chain.pushed]).toEqual(['', []])
    wallet.sign = sign
    expect(await ask()).toMatchObject({ block: 0 })
  })

  it('whose actions cannot be made is no record', async () => {
    const { ask } = await open()
    expect(await ask(subject(), () => Promise.reject(new Error('no quote')))).toMatchObject({ kind: 'unknown' })
    expect(records()).toEqual([])
  })

  it.each([
    ['the right to ask', 0],
    ['its actions', 5000],
  ])('that ends before %s are there is no record, and keeps none from being asked for again', async (_, takes) => {
    const { ask, WalletError } = await open()
    const sign = wallet.sign
    wallet.sign = async (_context, _user, actions) => {
      actions().catch(() => {})
      throw new WalletError('cancelled', 'User canceled request')
    }
    const slow = () => new Promise<never[]>((resolve) => setTimeout(resolve, takes, []))
    expect(await ask(subject(), slow)).toMatchObject({ kind: 'cancelled' })
    await pass(10_000)
    expect(records()).toEqual([])
    wallet.sign = sign
    expect(await ask()).toMatchObject({ block: 0 })
  })

  it('is kept and sent although the storage was cleared while the wallet was asked', async () => {
    wallet.sign = async (_context, _user, actions) => {
      await actions()
      for (const key of Object.keys(localStorage)) if (key.startsWith('fieldhouse.')) localStorage.removeItem(key)
      return answer
    }
    const { ask } = await open()
    await ask()
    expect([records().map(({ state }) => state), chain.pushed.length > 0]).toEqual([['sent'], true])
  })

  it.each<[string, Subject, Subject, boolean]>([
    ['a purchase, during another one', subject(), subject({ dropId: '102' }), false],
    ['a pack that is being opened', opening('5'), opening('5'), false],
    ['another pack', opening('5'), opening('6'), true],
    ['a claim that is being collected', claims('1', '2'), claims('2'), false],
    ['other claims', claims('1'), claims('2'), true],
    ['a pack, during a purchase', subject(), opening('5'), true],
  ])('is not asked for twice: %s', async (_, first, second, isAsked) => {
    chain.push = lost
    const { ask } = await open()
    await ask(first)
    expect(await ask(second)).toMatchObject(isAsked ? { block: 0 } : { kind: 'underway' })
    // The form says it.
    expect([records().length, toasts()]).toEqual([isAsked ? 2 : 1, ''])
  })

  it('is asked for again once the chain has the last one', async () => {
    keep(signedRecord({ state: 'seen', block: 1001, isTold: true }))
    chain.rows = true
    const { ask } = await open()
    expect(await ask()).toMatchObject({ block: 0 })
  })

  it('is asked for although it is not known how one of another chain ended', async () => {
    keep(signedRecord({ chainId: 'ff', state: 'sent', isOpen: true }))
    const { ask } = await open()
    expect(await ask()).toMatchObject({ block: 0 })
  })

  it('is not asked for while another tab asks, and the form says it', async () => {
    const { ask } = await open()
    const end = askElsewhere()
    expect(await ask()).toMatchObject({ kind: 'elsewhere' })
    expect([records(), toasts()]).toEqual([[], ''])
    end()
    expect(await ask()).toMatchObject({ block: 0 })
  })

  it.each([
    ['gives up', true, 'cancelled'],
    ['finishes', false, undefined],
  ])('is asked for beside one of the same page that the wallet %s for it', async (_, givesUp, ended) => {
    const locks = oneLock()
    let giveUp = () => {}
    let finish = () => {}
    wallet.sign = async (_context, _user, actions) => {
      if (givesUp) giveUp()
      const given = new Promise<never>((_, reject) => {
        giveUp = () => reject(new WalletError('cancelled', 'another request took its place'))
      })
      const signs = new Promise<void>((resolve) => {
        finish = resolve
      })
      await Promise.race([actions(), given])
      await Promise.race([signs, given])
      return answer
    }
    const { transact, WalletError } = await open()
    const asks = (made: Subject) => transact({ subject: () => made, actions: async () => [] }).catch((error) => error)
    const first = asks(opening('5'))
    await pass(500)
    const end = finish
    const second = asks(opening('6'))
    await pass(500)
    end()
    expect((await first).kind).toBe(ended)
    await pass(500)
    finish()
    expect(await second).toMatchObject({ block: 0 })
    expect(locks.refused).toBe(0)
  })

  it('is not asked for whoever has left while this page asked for another one', async () => {
    let end = () => {}
    wallet.sign = async (_context, _user, actions) => {
      await actions()
      await new Promise<void>((signs) => {
        end = signs
      })
      return answer
    }
    const { transact } = await open()
    const asks = (id: string, actions = async () => []) =>
      transact({ subject: () => opening(id), actions }).catch((error) => error)
    const first = asks('5')
    await pass(500)
    const actions = vi.fn()
    const second = asks('6', actions)
    await pass(500)
    await act(async () => {
      localStorage.setItem('Anchor', record('bob.wam', 'anchor'))
      dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    end()
    await first
    await pass(500)
    end()
    expect((await second).kind).toBe('other-wallet')
    expect(actions).not.toHaveBeenCalled()
  })

  it('is asked about as soon as it is in line: one that nobody else waits with is sent at once', async () => {
    chain.push = accepted
    const { ask } = await open()
    await ask()
    expect(chain.asked.filter((path) => path.includes('/pushes/'))).toHaveLength(1)
  })

  it('is followed in a page that nobody looks at, where it was signed', async () => {
    chain.push = lost
    const { ask } = await open()
    await ask()
    hide(true)
    const { length } = chain.pushed
    await pass(20_000)
    expect(chain.pushed.length).toBeGreaterThan(length)
  })
})

describe("the wallet's dialog", () => {
  beforeEach(() => {
    wallet.sign = async (_context, _user, actions) => {
      await actions()
      return { ...answer, onOutcome }
    }
  })

  it('says that the chain refused it, and no toast does', async () => {
    chain.push = soldOut
    const { ask } = await open()
    await ask()
    await eventually(() =>
      expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ error: expect.objectContaining({ detail: 'Sold out' }) }),
    )
    await pass(3000)
    expect([toasts(), records()[0]?.isTold]).toEqual(['', true])
  })

  it.each([
    ['it waits in the line', accepted],
    ['an answer was lost', lost],
  ])('closes when %s, and never says that it failed', async (_, answers) => {
    chain.push = answers
    const { ask } = await open()
    await ask()
    chain.push = soldOut
    await pass(30_000)
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ waits: true })
  })

  it('closes once another tab has logged somebody else in: what was signed waits for its account', async () => {
    wallet.sign = async (_context, _user, actions) => {
      await actions()
      localStorage.setItem('Anchor', record('bob.wam', 'anchor'))
      dispatchEvent(new StorageEvent('storage', { key: 'Anchor' }))
      return { ...answer, onOutcome }
    }
    const { ask } = await open()
    await ask()
    expect([chain.pushed, records()[0].state]).toEqual([[], 'signed'])
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ waits: true })
  })

  it('keeps no toast from saying what it has said to nobody, as behind the app of a wallet', async () => {
    const sign = wallet.sign
    wallet.sign = async (...given) => {
      const signed = await sign(...given)
      hide(true)
      return signed
    }
    land()
    const { ask } = await open()
    await ask()
    await pass(5000)
    expect([onOutcome.mock.calls, toasts()]).toEqual([[[{ landed: expect.anything() }]], ''])
    await act(async () => hide(false))
    await pass(2000)
    expect(toasts()).toContain('2 packs are yours')
  })

  it('keeps no toast from saying that its block was undone, after the slip has shown the end as well', async () => {
    land()
    const { ask } = await open()
    await ask()
    await pass(500)
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ landed: expect.anything() })
    const { tellRecord } = await import('@fieldhouse/chain-data/records')
    tellRecord(records()[0].id)
    await pass(3000)
    Object.assign(chain, { rows: false, head: 1002 })
    let said = ''
    for (let waited = 0; waited < 20_000; waited += 2000) {
      await pass(2000)
      said += toasts()
    }
    expect(said).toContain('The chain took it back')
  })

  it('says an end that another tab has learnt', async () => {
    chain.push = () => executed(records()[0]?.signed.transactionId)
    const { ask } = await open()
    await ask()
    expect(onOutcome).not.toHaveBeenCalled()
    const [record] = records()
    keep({ ...record, state: 'seen', block: 1001 })
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: `fieldhouse.record.${record.id}` })))
    expect(onOutcome).toHaveBeenCalledExactlyOnceWith({ landed: expect.anything() })
  })

  it('says nothing while a node alone has it', async () => {
    chain.push = () => executed(records()[0]?.signed.transactionId)
    const { ask } = await open()
    await ask()
    await eventually(() => expect(chain.pushed.length).toBeGreaterThan(1))
    expect([onOutcome.mock.calls, records()[0]?.state]).toEqual([[], 'sent'])
  })
})

/** Has the browser give a lock to one who asks at a time. */
function oneLock() {
  const locks = { isHeld: false, refused: 0 }
  const request = async (name: string, _options: LockOptions, use: LockGrantedCallback<unknown>) => {
    if (name !== 'fieldhouse.buying') return use(null)
    if (locks.isHeld) {
      locks.refused += 1
      return use(null)
    }
    locks.isHeld = true
    await use({ name, mode: 'exclusive' })
    locks.isHeld = false
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  return locks
}

function opening(packId: string): Subject {
  return { kind: 'opening', packId, packName: 'Opening Drive', after: '4' }
}

function claims(...claimIds: string[]): Subject {
  return { kind: 'claims', claimIds, packs: claimIds.length }
}
