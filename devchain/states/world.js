// Runs before a page's own module: answers in the place of the chain, the asset index and the gateway's line, and keeps
// what the page wants to keep for as long as it stands.
import { ACCOUNT, dropRow, EDITIONS, HOUR, medianRow, pointRow, TRANSACTION } from './rows.js'
import { STATES } from './states.js'

const HEAD = 2000
/** Of the gateway's addresses that tell of somebody's push or place. */
const PUSH = '/api/v1/pushes/abcdefghijklmnopqrstuv'
const PLACE = '/api/v1/places/abcdefghijklmnopqrstuv'
/** How long something that is pressed may take to come, and between two looks for it, milliseconds. */
const PATIENCE = 20_000
const LOOK_EVERY = 50
/** How something stands is seen for so long before it goes on, milliseconds. */
const SEEN = 500
/** Nothing happens for so long in a page that has reached its state, milliseconds. */
const QUIET = 800

/** Never answers, until the page gives up. */
const never = (signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const json = (value, { status = 200, ...headers } = {}) =>
  new Response(status === 204 ? null : JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Chain-Head': String(HEAD), ...headers },
  })

/** The wallet that puts an object into the page: it knows the account, and leaves what it should sign without an answer. */
const WOMBAT = {
  sendApiRequest: async ({ type }) =>
    type === 'requestSignature' ? never() : { accounts: [{ name: ACCOUNT, authority: 'active', publicKey: 'EOS1' }] },
}

const settings = () => JSON.parse(document.getElementById('fh-settings').textContent)

function live(edition, world) {
  const kept = keep(storedOf(edition, world))
  Object.defineProperty(window, 'localStorage', { value: kept, configurable: true })
  if (world.wallet === 'wombat') window.wallet = WOMBAT
  writeSnapshot(edition, world)
  void show(world.press ?? [], answer(edition, world))
}

/** A storage that is gone with the page. */
function keep(texts) {
  const methods = {
    getItem(key) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(key, text) {
      this[key] = String(text)
    },
    removeItem(key) {
      delete this[key]
    },
    clear() {
      for (const key of Object.keys(this)) delete this[key]
    },
    key(index) {
      return Object.keys(this)[index] ?? null
    },
  }
  const storage = Object.create(methods, {
    length: {
      get() {
        return Object.keys(this).length
      },
    },
  })
  return Object.assign(storage, texts)
}

const versioned = (value) => JSON.stringify({ version: 1, value })

/** What the page finds of an earlier one. */
function storedOf(edition, { user = ACCOUNT, wallet = 'anchor', record, place, basket }) {
  const now = Date.now()
  const id = String(EDITIONS[edition].dropId)
  return {
    ...(user && {
      [wallet === 'wombat' ? 'Wombat' : 'Anchor']: JSON.stringify({
        accountName: user,
        requestPermission: 'active',
        wallet,
      }),
    }),
    ...(basket && { 'fieldhouse.basket': versioned({ packs: {}, partner: '', ...basket }) }),
    ...(record && { 'fieldhouse.record.1': versioned(recordOf(edition, record, now)) }),
    ...(place && {
      'fieldhouse.places': versioned([
        {
          ...{ account: ACCOUNT, dropId: id, location: PLACE, state: 'waiting', place: 900, of: 4012, isMoving: true },
          ...{ at: now + 228_000, from: 900, isMissed: false, isRead: false },
          ...place,
        },
      ]),
    }),
  }
}

/** What is kept of a transaction: of a purchase, unless it says more. */
function recordOf(edition, changes, now) {
  const { dropId, name } = EDITIONS[edition]
  return {
    ...{ id: '1', chainId: settings().network.chainId, account: ACCOUNT, at: now - 8000, state: 'sent', request: '' },
    subject: { kind: 'purchase', dropId: String(dropId), dropName: name, quantity: '2', deposit: '84425675676' },
    signed: {
      transactionId: TRANSACTION,
      packed: 'ff00',
      signatures: ['SIG_K1_1'],
      expiresAt: now + 100_000,
    },
    ...{ sentAt: now - 2000, lastSentAt: now - 2000, isUnanswered: false, isOpen: false, location: PUSH, line: null },
    ...{ block: 0, isUndone: false, problem: null, isTold: false },
    ...changes,
  }
}

const dropsOf = (edition, { drop }) => {
  const { otherDropId, other } = EDITIONS[edition]
  return [dropRow(edition, drop), dropRow(edition, { drop_id: otherDropId, name: other })]
}
const medianOf = ({ median = 592 }) => (median === null ? [] : [pointRow(median)])

/** What the gateway writes into a page of the chain's rows. */
function writeSnapshot(edition, world) {
  const written = document.getElementById('fh-snapshot')
  const snapshot = JSON.parse(written.textContent)
  const table = (rows) => ({ rows, more: false, next_key: '' })
  // A script's text cannot be written here (Trusted Types): another element stands in its place.
  const place = document.createElement('div')
  place.hidden = true
  place.id = written.id
  place.textContent = JSON.stringify({
    ...snapshot,
    medianPrice: table(medianOf(world)),
    rowDrops: { ...table(dropsOf(edition, world)), ...(world.paused && { paused: world.paused(edition) }) },
  })
  written.replaceWith(place)
}

/** Answers what the page asks of the chain, the index and the line. */
function answer(edition, world) {
  const { fetch } = window
  /** Something is pressed from now on. */
  let isPressing = false
  /** The page knows who is logged in. */
  let isKnown = false
  let told = 0
  let goOn = () => {}
  const mayGoOn = new Promise((resolve) => {
    goOn = resolve
  })
  const tables = {
    drops: () => dropsOf(edition, world),
    datapoints: () => medianOf(isPressing && world.medianThen ? { median: world.medianThen } : world),
    accounts: () => [{ balance: world.balance ?? '2000.00000000 WAX' }],
    partners: () => world.partners ?? [],
    claims: () => world.claims ?? [],
    medians: () => Array.from({ length: 240 }, (_, hours) => medianRow(world.median ?? 592, hours)),
    // Of the account's packs, by id: what is opened is gone.
    assets: () => (world.isSealed ? [{ asset_id: '1' }] : []),
  }
  const rows = (table) =>
    json(
      {
        rows: tables[table]?.() ?? [],
        more: false,
        ...(table === 'drops' && world.paused && { paused: world.paused(edition) }),
      },
      world.age ? { Age: String(world.age) } : {},
    )
  /** How something stands, and the next of it once the page knows the one before. */
  const follow = async (statuses, signal, known) => {
    const place = known ? Number(known.slice(1, -1)) : 0
    const status = statuses[place]
    if (!status) return never(signal)
    if (place > 0) {
      await mayGoOn
      await wait(SEEN)
    }
    told = place + 1
    return json(status, { ETag: `"${place + 1}"` })
  }
  const index = (query, signal) => {
    const { assets = [] } = world
    if (assets === 'reading') return never(signal)
    if (assets === 'failing') return json({ success: false, message: 'the index does not answer' }, { status: 502 })
    const id = query.get('asset_id')
    const owner = query.get('owner')
    const found = assets
      .filter((one) => (id ? one.asset_id === id : owner ? one.owner === owner : true))
      // A pack that the wall had before it was opened.
      .map((one) => (id && !world.isSealed && one.schema.schema_name === 'packs' ? { ...one, owner: null } : one))
    return json({ success: true, data: found })
  }
  const answerOf = (path, query, { method = 'GET', headers, signal } = {}) => {
    const known = new Headers(headers).get('If-None-Match')
    if (path.startsWith('/api/v1/rows/')) return rows(path.slice(13))
    if (path === '/api/v1/assets') return index(query, signal)
    if (path === '/api/v1/assets/burned') return json({ success: true, data: world.burned ?? [] })
    if (path === '/api/v1/assets/sales') return json({ success: true, data: world.sales?.[query.get('state')] ?? [] })
    if (path === '/api/v1/feed') return json({ status: 'ok', feed: {}, items: [] })
    if (path === PUSH) return method === 'DELETE' ? json({}) : follow((world.pushes ?? []).map(pushOf), signal, known)
    if (path === PLACE && world.place) return follow([world.placed], signal, known)
    // There is no line.
    if (path === '/api/v1/places') return json(null, { status: 204 })
    if (path === '/v1/chain/get_info') return json(info())
    // What is signed, and what a wallet needs before it asks anybody, waits.
    if (path.startsWith('/v1/chain/')) return never(signal)
    return json({ message: `this state answers no ${path}` }, { status: 404 })
  }
  window.fetch = async (request, options) => {
    const url = new URL(request instanceof Request ? request.url : request, location.href)
    if (url.origin !== location.origin) throw new TypeError(`this state asks nobody else: ${url}`)
    // What a page follows is asked for each by itself, as of a gateway that does not know the one question.
    if (!/^\/(api|v1|_page\/data)\b/.test(url.pathname)) return fetch(request, options)
    isKnown ||= url.search.includes(ACCOUNT)
    return answerOf(url.pathname, url.searchParams, options)
  }
  const { user = ACCOUNT, pushes = [] } = world
  return {
    isBegun: () => (user === null || isKnown) && told >= Math.min(1, pushes.length),
    isOver: () => told >= pushes.length,
    begin: () => {
      isPressing = true
    },
    goOn: () => goOn(),
  }
}

const pushOf = (push) => ({ transaction_id: TRANSACTION, ...push })

const info = () => ({
  chain_id: settings().network.chainId,
  head_block_num: HEAD,
  head_block_time: new Date().toISOString().slice(0, -1),
  last_irreversible_block_num: 1000,
  last_irreversible_block_time: new Date(Date.now() - HOUR).toISOString().slice(0, -1),
})

/** Brings the page to its state, and marks it then. */
async function show(press, { isBegun, isOver, begin, goOn }) {
  // Somebody is there: the page fetches for them what it does not for who only measures it.
  const signs = setInterval(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), LOOK_EVERY)
  await until(isBegun)
  await quiet()
  begin()
  for (const selector of press) await pressOne(selector)
  goOn()
  await until(isOver)
  await quiet()
  clearInterval(signs)
  document.documentElement.dataset.state = 'shown'
}

/** Waits until something is true, or has taken too long: then what is missing can be seen. */
async function until(isTrue) {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline && !isTrue(); ) await wait(LOOK_EVERY)
}

/** Presses what a selector names, or writes into it, once it is there and has come to life. */
async function pressOne(named) {
  const [selector, text] = named.split(' = ')
  const found = await appeared(selector)
  if (!found) return console.error(`there is nothing to press: ${selector}`)
  found.focus()
  if (text === undefined) return found.click()
  // React looks at what the element itself keeps.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(found, text)
  found.dispatchEvent(new Event('input', { bubbles: true }))
}

const isAlive = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

async function appeared(selector) {
  const find = () => document.querySelector(selector)
  await until(() => find() && isAlive(find()) && find().ariaDisabled !== 'true')
  return find()
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The islands in sight live, and nothing has been fetched or put into the page for a while; clocks and bars may move. */
async function quiet() {
  let since = Date.now()
  const busy = () => {
    since = Date.now()
  }
  const watch = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(({ nodeType }) => nodeType === Node.ELEMENT_NODE))) busy()
  })
  watch.observe(document, { childList: true, subtree: true })
  const fetches = new PerformanceObserver(busy)
  fetches.observe({ entryTypes: ['resource'] })
  await until(() => Date.now() - since >= QUIET)
  watch.disconnect()
  fetches.disconnect()
}

const name = new URLSearchParams(location.search).get('_state')
const state = STATES.find((one) => one.name === name)
if (state) live(state.edition, state.world)
else document.title = `no state is called ${name}`
import(document.querySelector('script[data-host]').dataset.host)
