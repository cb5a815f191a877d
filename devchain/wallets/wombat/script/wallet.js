/**
 * The wallet that an in-app browser puts into a page: window.wallet, or window.scatter when it is loaded as v1.js. It
 * is no module, so that it runs before every other script and an import map may follow it.
 */
;(() => {
  const { src } = document.currentScript
  const firstGeneration = src.endsWith('/v1.js')
  const version = '0.3.3-standin'

  /** What the page may replace later. */
  const fetch = window.fetch.bind(window)

  /** How long the wallet waits for its own server, in milliseconds. */
  const TIMEOUT = 10_000

  const forever = new Promise(() => {})

  /** A rejection in Scatter's form, which is no Error. */
  const failure = (type, message, code = 402) => ({ type, message, code, isError: true })

  async function ask(method, path, body) {
    const response = await fetch(`/.wombat/api/${path}`, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const content = await response.json()
    if (!response.ok) throw failure('wallet_error', content.error)
    return content
  }

  /** How the wallet answers at this moment. */
  async function policy() {
    const now = await ask('GET', 'policy')
    return now.answer === 'hang' ? forever : now
  }

  /** The dialogs, which load when the first one is needed. */
  const dialogs = () => import('/.wombat/dialog.js')

  /**
   * What the person, or the policy in their place, says: what `asking` answers, or `byItself` of the policy.
   * `rejected` is the type of a refusal.
   */
  async function decision(rejected, asking, byItself) {
    const now = await policy()
    switch (now.answer) {
      case 'refuse':
        throw failure(rejected, 'The user refused the request')
      case 'never':
        return forever
      case 'ask': {
        const said = await asking(await dialogs())
        if (said === undefined) throw failure('prompt_closed', 'The user closed the prompt without any action')
        if (said === null) throw failure(rejected, 'The user refused the request')
        return said
      }
      default:
        return byItself(now)
    }
  }

  async function sharedIdentity() {
    await policy()
    return ask('GET', 'identity')
  }

  async function identity(fields) {
    const shared = await sharedIdentity()
    if (shared) return shared
    const account = await decision(
      'identity_rejected',
      async ({ chooseAccount }) => chooseAccount(await ask('GET', 'accounts')),
      (set) => set.account,
    )
    return ask('POST', 'identity', { account, chainId: chainOf(fields?.accounts?.[0]) })
  }

  async function forget() {
    await policy()
    return ask('DELETE', 'identity')
  }

  async function signature(serialized, chainId) {
    if (!(await sharedIdentity())) throw failure('identity_missing', 'No identity was shared with this site yet')
    const transaction = typeof serialized === 'string' ? serialized : hex(serialized)
    const body = { transaction, chainId }
    await decision(
      'signature_rejected',
      async ({ confirmTransaction }) => confirmTransaction(await ask('POST', 'transaction', body)),
      () => true,
    )
    const { signatures } = await ask('POST', 'signature', body)
    return { signatures, returnedFields: {} }
  }

  const chainOf = (network) => (network?.chainId ? String(network.chainId) : '')

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  /** The requests of the second generation, by their type. */
  const requests = {
    getVersion: async () => version,
    identityFromPermissions: sharedIdentity,
    getOrRequestIdentity: ({ fields }) => identity(fields),
    getAllAccountsFor: ({ fields }) => identity(fields),
    forgetIdentity: forget,
    requestAddNetwork: async () => true,
    requestSignature: ({ transaction, network }) =>
      signature(transaction.serializedTransaction, transaction.chainId || chainOf(network)),
  }

  const handlers = new Map()

  /** Called without its object by @scatterjs/core. */
  async function sendApiRequest({ type, payload = {} }) {
    const request = Object.hasOwn(requests, type) ? requests[type] : null
    if (!request) throw failure('unsupported', `This wallet does not know the request ${type}`, 404)
    const answer = await request(payload)
    if (type === 'forgetIdentity') for (const handler of handlers.values()) handler('logout', null)
    return answer
  }

  const wallet = {
    sendApiRequest,
    disconnect() {},
    isConnected: () => true,
    isPaired: () => true,
    addEventHandler: (handler, key = 'app') => void handlers.set(key, handler),
    removeEventHandler: (key = 'app') => void handlers.delete(key),
  }

  const scatter = {
    identity: null,
    getVersion: requests.getVersion,
    isConnected: () => true,
    isPaired: () => true,
    suggestNetwork: requests.requestAddNetwork,
    useIdentity: (chosen) => keep(chosen),
    getIdentity: (fields) => identity(fields).then(keep),
    getIdentityFromPermissions: () => sharedIdentity().then(keep),
    forgetIdentity: () => forget().then(() => keep(null) === null),
    logout: () => scatter.forgetIdentity(),
    eos(network, Api, options = {}) {
      const signatureProvider = {
        getAvailableKeys: async () => (await sharedIdentity())?.accounts.map((account) => account.publicKey) ?? [],
        async sign({ chainId, serializedTransaction }) {
          const signed = await signature(serializedTransaction, chainId || chainOf(network))
          return { signatures: signed.signatures, serializedTransaction }
        },
      }
      return new Api({ ...options, signatureProvider })
    },
  }

  function keep(chosen) {
    scatter.identity = chosen
    return chosen
  }

  if (firstGeneration) window.scatter = scatter
  else window.wallet = wallet
  document.dispatchEvent(new CustomEvent(firstGeneration ? 'scatterLoaded' : 'walletLoaded'))
})()
