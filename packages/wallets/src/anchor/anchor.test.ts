// @vitest-environment node

import { WALLET_LINK_VERSION } from '@fieldhouse/contract/constants'
import { Link } from 'anchor-link'
import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import { freshChain, purchase } from '../transaction/testing/context'
import { assertion, CHAIN_ID, type Gateway } from '../transaction/testing/gateway'
import { broadcast } from '../transaction/transact'
import { wallet } from './anchor'
import { alice, errorOf, flush, holdUp, makeSite, until } from './testing/site'

freshChain()

const SESSION = `anchor-link-fieldhouse-alice.wam@active-${CHAIN_ID}`
const LIST = 'anchor-link-fieldhouse-list'

it('uses the wallet link library that the specification names', () => {
  expect(Link.version).toBe(WALLET_LINK_VERSION)
})

describe('logging in with Anchor', () => {
  it('shows a request that any Anchor can read, and answers the account that signed it', async () => {
    const { login, shown, anchor, signing } = makeSite()
    const user = login()
    const { address, purpose, manual, deadline } = await shown('request')
    expect({ purpose, manual, deadline }).toEqual({ purpose: 'login', manual: false, deadline: null })
    const request = anchor.read(address)
    expect(String(request.getIdentityScope())).toBe('fieldhouse')
    expect(request.data.callback).toMatch(/^https:\/\/play\.test\/link\/[\da-f-]{36}$/)
    anchor.answer(request)
    expect(await user).toEqual({ accountName: 'alice.wam', requestPermission: 'active' })
    expect(signing.state()?.screen).toEqual({ name: 'success', purpose: 'login' })
    await vi.advanceTimersByTimeAsync(1499)
    expect(signing.state()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(signing.state()).toBeNull()
  })

  it('keeps a session of type channel with its fields, and the list of sessions', async () => {
    const { loggedIn, anchor, context } = makeSite()
    anchor.meta = { same_device: true, launch_url: 'anchor://link', trigger_url: 'anchor://link?payload=%s' }
    await loggedIn()
    expect(JSON.parse(context.storage.getItem(SESSION) ?? '')).toMatchObject({
      type: 'channel',
      data: {
        identifier: 'fieldhouse',
        chainId: CHAIN_ID,
        auth: { actor: 'alice.wam', permission: 'active' },
        publicKey: String(anchor.key.toPublic()),
        channel: { url: anchor.channel, key: String(anchor.channelKey.toPublic()), name: 'Desk' },
      },
      metadata: {
        timeout: 120_000,
        name: 'Desk',
        sameDevice: true,
        launchUrl: 'anchor://link',
        triggerUrl: 'anchor://link?payload=%s',
      },
    })
    expect(JSON.parse(context.storage.getItem(LIST) ?? '')).toEqual([
      { auth: { actor: 'alice.wam', permission: 'active' }, chainId: CHAIN_ID },
    ])
    await wallet.logout(context, alice)
    expect(context.storage.length).toBe(1)
    expect(context.storage.getItem(LIST)).toBe('[]')
  })

  it('keeps a session of type fallback for a wallet without a channel', async () => {
    const { loggedIn, anchor, context } = makeSite()
    anchor.links = false
    await loggedIn()
    expect(JSON.parse(context.storage.getItem(SESSION) ?? '')).toMatchObject({
      type: 'fallback',
      data: { identifier: 'fieldhouse', auth: { actor: 'alice.wam' }, publicKey: String(anchor.key.toPublic()) },
      metadata: { sameDevice: false },
    })
  })

  it('ends when the dialog is closed, and nobody listens any more', async () => {
    const { login, shown, signing, link } = makeSite()
    const failure = errorOf(login())
    await shown('request')
    await until(() => link.sockets.size > 0)
    signing.dismiss()
    expect((await failure).kind).toBe('cancelled')
    await until(() => link.sockets.size === 0)
  })

  it('logs nobody in who closes the dialog while the proof is checked, and keeps no session', async () => {
    const { login, shown, anchor, signing, context } = makeSite()
    const checked = holdUp(context, '/v1/chain/get_account')
    const failure = errorOf(login())
    anchor.answer(anchor.read((await shown('request')).address))
    await shown('checking')
    signing.dismiss()
    checked.goOn()
    expect((await failure).kind).toBe('cancelled')
    expect(signing.state()).toBeNull()
    expect(context.storage.getItem(SESSION)).toBeNull()
    expect(context.storage.getItem(LIST)).toBe('[]')
  })

  it('opens on this device with a way back to the page', async () => {
    const { login, shown, anchor, page } = makeSite()
    void login().catch(() => undefined)
    ;(await shown('request')).launch()
    const request = anchor.read(page.opened[0] ?? '')
    expect(request.getRawInfoKey('same_device')?.hexString).toBe('01')
    expect(request.getInfoKey('return_path')).toBe('https://play.test/football#packs')
  })
})

describe('signing over the channel of a session', () => {
  it('asks the linked device, and says when the transaction is in the chain', async () => {
    const { loggedIn, buy, delivered, anchor, gateway, shown, link, signing } = makeSite()
    await loggedIn()
    const screens: (string | undefined)[] = []
    signing.subscribe(() => screens.push(signing.state()?.screen.name))
    const bought = buy()
    const { device, deadline } = await shown('prompt')
    expect({ device, left: deadline - Date.now() }).toEqual({ device: 'Desk', left: 120_000 })
    const request = await delivered()
    expect(link.posted[0]?.headers.get('X-Buoy-Soft-Wait')).toBe('10')
    expect(request.getRawInfoKey('no_modify')?.hexString).toBe('01')
    anchor.answer(request)
    expect((await bought).block).toBe(1001)
    expect(gateway.landed).toHaveLength(1)
    expect((await shown('success')).purpose).toBe('sign')
    expect([...new Set(screens)]).toEqual(['preparing', 'prompt', 'sending', 'success'])
    await vi.advanceTimersByTimeAsync(1500)
    expect(signing.state()).toBeNull()
  })

  it('gives the wallet a whole transaction: head - 3 blocks, 180 seconds, actions made just before', async () => {
    const { loggedIn, buy, delivered, gateway } = makeSite()
    await loggedIn()
    const actions = vi.fn(async () => purchase())
    void buy(actions).catch(() => undefined)
    const { expiration, ref_block_num, ref_block_prefix, actions: made } = (await delivered()).getRawTransaction()
    expect(String(expiration)).toBe('2026-11-27T14:03:00')
    expect([Number(ref_block_num), Number(ref_block_prefix)]).toEqual([997, gateway.prefix])
    expect(made.map(({ account, name }) => `${account}::${name}`)).toEqual([
      'eosio.token::transfer',
      'fieldhouse::buypack',
    ])
    expect(actions).toHaveBeenCalledOnce()
  })

  /** A purchase whose request the wallet has not acknowledged. */
  const unacknowledged = async (site: ReturnType<typeof makeSite>) => {
    await site.loggedIn()
    site.link.status = 202
    const bought = site.buy()
    bought.catch(() => undefined)
    const request = await site.delivered()
    await until(() => site.signing.state()?.notices.includes('unacknowledged'))
    return { bought, request }
  }

  it('says quietly when the wallet has not acknowledged the request (202), and goes on', async () => {
    const site = makeSite()
    const { bought, request } = await unacknowledged(site)
    expect(site.signing.state()?.screen.name).toBe('prompt')
    site.anchor.answer(request)
    await bought
  })

  it('says nothing more of the way to the wallet when the answer is there', async () => {
    const site = makeSite()
    const sent = holdUp(site.context, '/v1/chain/send_transaction')
    const { bought, request } = await unacknowledged(site)
    site.anchor.answer(request)
    await site.shown('sending')
    expect(site.signing.state()?.notices).toEqual([])
    sent.goOn()
    await bought
  })

  it('says nothing more of the way to the wallet when the link service says late that nobody has acknowledged', async () => {
    const { loggedIn, buy, delivered, anchor, link, signing, shown, context } = makeSite()
    await loggedIn()
    link.status = 202
    const pushed = holdUp(context, new URL(anchor.channel).pathname, 'after')
    const sent = holdUp(context, '/v1/chain/send_transaction')
    const bought = buy()
    anchor.answer(await delivered())
    await shown('sending')
    pushed.goOn()
    await flush()
    expect(signing.state()?.notices).toEqual([])
    sent.goOn()
    await bought
  })

  it('says nothing of the way to the wallet beside a failure', async () => {
    const site = makeSite()
    const { bought, request } = await unacknowledged(site)
    site.anchor.answer(request, { as: { actor: 'mallory.wam', permission: 'active' } })
    await errorOf(bought)
    await site.shown('failure')
    expect(site.signing.state()?.notices).toEqual([])
  })

  it('offers no signing by hand any more when the time of a session is over whose answer could not be read', async () => {
    const { loggedIn, buy, delivered, link, signing } = makeSite()
    await loggedIn()
    const failure = errorOf(buy())
    link.post((await delivered()).data.callback, '{}')
    expect((await failure).kind).toBe('invalid-callback')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(signing.state()?.screen.name).toBe('failure')
  })

  it('counts down no longer than the transaction holds', async () => {
    const { loggedIn, buy, shown, gateway } = makeSite()
    await loggedIn()
    // A node that is two minutes behind the gateway's clock.
    gateway.time -= 120_000
    void buy().catch(() => undefined)
    expect((await shown('prompt')).deadline).toBe(Date.parse('2026-11-27T14:01:00Z'))
  })

  it.each([
    [503, 'Unable to push message'],
    [0, 'Unable to reach link service'],
  ])('E_DELIVERY: with status %s offers to sign by hand: %s', async (status, message) => {
    const { loggedIn, buy, shown, anchor, link, gateway } = makeSite()
    await loggedIn()
    link.status = status
    const bought = buy()
    const { error, device, signManually } = await shown('unreachable')
    expect(error).toMatchObject({ kind: 'delivery', message })
    expect(device).toBe('Desk')
    // The session's own time-out does not take this away.
    await vi.advanceTimersByTimeAsync(120_000)
    await shown('unreachable')
    signManually()
    const { manual, address } = await shown('request')
    expect(manual).toBe(true)
    anchor.answer(anchor.read(address))
    await bought
    expect(gateway.landed).toHaveLength(1)
  })

  it('E_TIMEOUT: offers to sign by hand after 120 seconds, on a device that is then the linked one', async () => {
    const { loggedIn, buy, shown, anchor, delivered, context, link } = makeSite()
    await loggedIn()
    const bought = buy()
    await delivered()
    await vi.advanceTimersByTimeAsync(119_999)
    await shown('prompt')
    await vi.advanceTimersByTimeAsync(1)
    const { error, signManually } = await shown('unreachable')
    expect(error).toMatchObject({ kind: 'timeout', message: 'Wallet did not respond in time' })
    signManually()
    anchor.name = 'Telephone'
    anchor.answer(anchor.read((await shown('request')).address))
    await bought
    await until(() => context.storage.getItem(SESSION)?.includes('Telephone'))
    void buy().catch(() => undefined)
    expect((await shown('prompt')).device).toBe('Telephone')
    expect(link.posted).toHaveLength(2)
  })

  it('rejects with the reason that was shown when the visitor gives up', async () => {
    const { loggedIn, buy, shown, link, signing } = makeSite()
    await loggedIn()
    link.status = 503
    const failure = errorOf(buy())
    await shown('unreachable')
    signing.dismiss()
    expect((await failure).kind).toBe('delivery')
    expect(signing.state()).toBeNull()
  })

  it('signs by hand at once when the visitor prefers to, and takes the answer of either device', async () => {
    const { loggedIn, buy, shown, anchor, delivered, gateway } = makeSite()
    await loggedIn()
    const bought = buy()
    const request = await delivered()
    ;(await shown('prompt')).signManually()
    expect((await shown('request')).manual).toBe(true)
    anchor.answer(request)
    await bought
    expect(gateway.landed).toHaveLength(1)
  })

  it('does not wait for a signature that would come too late', async () => {
    const { loggedIn, buy, shown, delivered } = makeSite()
    await loggedIn()
    const failure = errorOf(buy())
    await delivered()
    ;(await shown('prompt')).signManually()
    expect((await shown('request')).deadline).toBe(Date.parse('2026-11-27T14:03:00Z'))
    await vi.advanceTimersByTimeAsync(180_000)
    expect((await failure).kind).toBe('expired')
    expect((await shown('failure')).error.kind).toBe('expired')
  })

  it('shows the node’s own words when the chain says no, and the next try is a fresh one', async () => {
    const { loggedIn, buy, delivered, anchor, gateway, shown } = makeSite()
    await loggedIn()
    gateway.next('send_transaction', () => assertion('Price moved, please try again'))
    const actions = vi.fn(async () => purchase())
    const failure = errorOf(buy(actions))
    anchor.answer(await delivered())
    const error = await failure
    expect(error).toMatchObject({ kind: 'chain', detail: 'Price moved, please try again' })
    expect(await shown('failure')).toEqual({ name: 'failure', purpose: 'sign', error })

    const again = buy(actions)
    anchor.answer(await delivered(1))
    await again
    expect(actions).toHaveBeenCalledTimes(2)
    expect(gateway.landed).toHaveLength(1)
  })

  it('says so when the actions cannot be made, and asks no wallet', async () => {
    const { loggedIn, buy, link, shown } = makeSite()
    await loggedIn()
    const failure = new WalletError('network', 'The price could not be read')
    expect(await errorOf(buy(() => Promise.reject(failure)))).toBe(failure)
    expect((await shown('failure')).error).toBe(failure)
    expect(link.posted).toEqual([])
  })

  describe('whose dialog was closed while it was sent', () => {
    const closedWhileSent = async () => {
      const site = makeSite()
      await site.loggedIn()
      const sent = holdUp(site.context, '/v1/chain/send_transaction')
      const first = site.buy()
      site.anchor.answer(await site.delivered())
      await site.shown('sending')
      site.signing.dismiss()
      return { ...site, first, sent }
    }

    it('says in the dialog how it ended', async () => {
      const { first, sent, shown, elsewhere } = await closedWhileSent()
      sent.goOn()
      await first
      expect(await shown('success')).toEqual({ name: 'success', purpose: 'sign' })
      expect(elsewhere).not.toHaveBeenCalled()
    })

    it.each<[string, (gateway: Gateway) => void, object]>([
      ['landed', () => {}, { name: 'success', purpose: 'sign' }],
      [
        'failed',
        (gateway) => gateway.next('send_transaction', () => assertion('Sold out')),
        { name: 'failure', purpose: 'sign', error: { kind: 'chain', detail: 'Sold out' } },
      ],
    ])(
      'tells elsewhere that it %s when the next request has the dialog, and leaves that alone',
      async (_, arrange, end) => {
        const { first, sent, shown, buy, delivered, anchor, gateway, elsewhere } = await closedWhileSent()
        arrange(gateway)
        const second = buy()
        const request = await delivered(1)
        sent.goOn()
        await first.catch(() => undefined)
        expect(elsewhere.mock.calls).toMatchObject([[end]])
        await shown('prompt')
        anchor.answer(request)
        await second
        await shown('success')
        expect(elsewhere).toHaveBeenCalledOnce()
      },
    )
  })

  it('gives way to the next request when it is still on its way', async () => {
    const { loggedIn, buy, delivered, anchor, gateway, signing } = makeSite()
    await loggedIn()
    const first = errorOf(buy())
    await delivered()
    const second = buy()
    expect((await first).kind).toBe('cancelled')
    anchor.answer(await delivered(1))
    await second
    await flush()
    expect(gateway.landed).toHaveLength(1)
    expect(signing.state()?.screen.name).toBe('success')
  })
})

describe('signing on the same device', () => {
  const onSameDevice = async (meta: object, links = true) => {
    const site = makeSite()
    const { login, shown, anchor, page, signing } = site
    Object.assign(anchor, { meta, links })
    const user = login()
    ;(await shown('request')).launch()
    anchor.answer(anchor.read(page.opened.pop() ?? ''))
    await user
    signing.dismiss()
    return site
  }

  it('triggers the wallet with the sealed request when that is short, and brings it to the front', async () => {
    const { buy, page, anchor, link, gateway } = await onSameDevice({ trigger_url: 'anchor://link?payload=%s' })
    const bought = buy()
    const address = await until(() => page.opened[0])
    const [, payload = ''] = address.split('anchor://link?payload=')
    anchor.answer(anchor.unseal({ body: Buffer.from(payload, 'base64url') }))
    await bought
    expect(link.posted).toEqual([])
    expect(gateway.landed).toHaveLength(1)
  })

  it('sends a request over 700 bytes to the channel instead', async () => {
    const { buy, page, link } = await onSameDevice({ trigger_url: 'anchor://link?payload=%s' })
    // Random, so that compression does not make it short.
    const memo = Array.from(crypto.getRandomValues(new Uint8Array(700)), (byte) => (byte % 36).toString(36)).join('')
    void buy(async () =>
      purchase().map((each) => ('memo' in each.data ? { ...each, data: { ...each.data, memo } } : each)),
    ).catch(() => undefined)
    await until(() => link.posted[0])
    expect(page.opened).toEqual([])
  })

  it('opens the launch address that the wallet gave', async () => {
    const { buy, page, link } = await onSameDevice({ launch_url: 'anchor://open' })
    void buy().catch(() => undefined)
    await until(() => link.posted[0])
    expect(page.opened).toEqual(['anchor://open'])
  })

  it('opens no launch or trigger address that would run in the page', async () => {
    const { buy, page, link } = await onSameDevice({
      launch_url: 'javascript:alert(1)',
      trigger_url: 'javascript:alert("%s")',
    })
    void buy().catch(() => undefined)
    await until(() => link.posted[0])
    expect(page.opened).toEqual([])
  })

  it('opens the request at once in a wallet without a channel', async () => {
    const { buy, page, anchor, shown, gateway } = await onSameDevice({}, false)
    const bought = buy()
    await shown('request')
    const request = anchor.read(await until(() => page.opened[0]))
    expect(request.getInfoKey('return_path')).toBe('https://play.test/football#packs')
    anchor.answer(request)
    await bought
    expect(gateway.landed).toHaveLength(1)
  })
})

it('tells quietly that the link service is not reached, and when it is again', async () => {
  const { login, shown, signing, link } = makeSite()
  link.acceptsSockets = false
  link.acceptsPolls = false
  void login().catch(() => undefined)
  await shown('request')
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => signing.state()?.notices.includes('link-service'))
  link.acceptsSockets = true
  await vi.advanceTimersByTimeAsync(10_000)
  await until(() => signing.state()?.notices.length === 0)
})

describe('an answer that comes after the page that asked is gone', () => {
  it('is taken by a later page, without a dialog, and is what lands', async () => {
    const { requestAndLeave, collectLate, anchor, signing, context, gateway } = makeSite()
    const { request, address } = await requestAndLeave()
    anchor.answer(request)
    const signed = await collectLate(address)
    expect(signed).toMatchObject({
      signatures: [expect.stringMatching(/^SIG_K1_/)],
      expiresAt: request.getRawTransaction().expiration.toMilliseconds(),
    })
    expect([signing.state(), gateway.landed]).toEqual([null, []])
    expect(await broadcast(context, signed)).toMatchObject({ transactionId: signed.transactionId })
    expect(gateway.landed).toHaveLength(1)
  })

  it('is waited for as long as the transaction holds', async () => {
    const { requestAndLeave, collectLate, anchor, link } = makeSite()
    const { request, address } = await requestAndLeave()
    const signed = collectLate(address)
    await until(() => link.sockets.size > 0)
    await vi.advanceTimersByTimeAsync(170_000)
    anchor.answer(request)
    expect((await signed).signatures).toHaveLength(1)
  })

  it('is left to who waits for it next', async () => {
    const { requestAndLeave, collectLate, anchor, link } = makeSite()
    const { request, address } = await requestAndLeave()
    const leaving = new AbortController()
    const left = errorOf(collectLate(address, leaving.signal))
    await until(() => link.sockets.size > 0)
    leaving.abort()
    expect((await left).kind).toBe('cancelled')
    await until(() => link.sockets.size === 0)
    anchor.answer(request)
    expect((await collectLate(address)).signatures).toHaveLength(1)
  })

  it('says so when none can come any more', async () => {
    const { requestAndLeave, collectLate, link } = makeSite()
    const { address } = await requestAndLeave()
    const error = errorOf(collectLate(address))
    await until(() => link.sockets.size > 0)
    await vi.advanceTimersByTimeAsync(180_000)
    expect((await error).kind).toBe('expired')
    expect((await errorOf(collectLate(address))).kind).toBe('expired')
  })

  it('says so when the wallet declined', async () => {
    const { requestAndLeave, collectLate, anchor } = makeSite()
    const { request, address } = await requestAndLeave()
    anchor.reject(request, 'Not now')
    expect((await errorOf(collectLate(address))).kind).toBe('cancelled')
  })

  it('is checked as if it had come in time', async () => {
    const { requestAndLeave, collectLate, anchor } = makeSite()
    const { request, address } = await requestAndLeave()
    anchor.answer(request, { as: { actor: 'mallory.wam', permission: 'active' } })
    expect((await errorOf(collectLate(address))).kind).toBe('identity')
  })
})
