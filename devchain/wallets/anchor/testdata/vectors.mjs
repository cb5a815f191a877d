// node vectors.mjs FOLDER, in a folder with the packages that README.md names: writes requests.json and sealed.json, what
// the libraries of apps and wallets make of a list of requests and messages.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { AES_CBC } from '@greymass/miniaes'
import {
  ABI,
  Bytes,
  Checksum256,
  Checksum512,
  Name,
  PermissionLevel,
  PrivateKey,
  PublicKey,
  Serializer,
  Struct,
  UInt64,
} from '@wharfkit/antelope'
import { SigningRequest } from '@wharfkit/signing-request'
import anchorLink from 'anchor-link'
import elliptic from 'elliptic'
import * as zlib from 'pako'

const out = process.argv[2]
mkdirSync(out, { recursive: true })

const devchain = '4000d29e35787f1dbd9d6fb12dc67749ba549a964973b307a9e6e74d4cc387c7'
const wax = '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4'
const utf8 = (text) => Bytes.from(text, 'utf8')
const keyOf = (text) => new PrivateKey('K1', Bytes.from(Checksum256.hash(utf8(text)).array))
const hex = (bytes) => Buffer.from(bytes).toString('hex')

// The key that Antelope's own documentation publishes, and others made of words.
const key = PrivateKey.from('5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3')
const other = keyOf('another key')
const channel = keyOf('channel key')

const abi = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [
    {
      name: 'transfer',
      base: '',
      fields: [
        { name: 'from', type: 'name' },
        { name: 'to', type: 'name' },
        { name: 'quantity', type: 'asset' },
        { name: 'memo', type: 'string' },
      ],
    },
  ],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
})
const abis = { 'eosio.token': abi }

const signer = PermissionLevel.from('alice.wam@active')
const actor = '............1'
const permission = '............2'
const header = { expiration: '2026-11-21T08:00:00', ref_block_num: 4711, ref_block_prefix: 3735928559 }
const transfer = (authorization = [{ actor, permission }], from = actor) => ({
  account: 'eosio.token',
  name: 'transfer',
  authorization,
  data: { from, to: 'bob.wam', quantity: '1.00000000 WAX', memo: '............1 señal' },
})
const callback = {
  url: 'http://127.0.0.1:18030/link/5f1c7b64-8f8e-4a6e-9a3b-0123456789ab?by={{sa}}&tx={{tx}}&none={{nothing}}',
  background: true,
}

const requests = []
function describe(name, request) {
  const chainId = request.isMultiChain() ? devchain : String(request.getChainId())
  const resolved = request.resolve(new Map(Object.entries(abis)), signer, { ...header, chainId })
  const sign = (by) => by.signDigest(resolved.signingDigest)
  const one = resolved.getCallback([sign(key)])
  requests.push({
    name,
    version: request.version,
    kind: request.data.req.variantName,
    chainId,
    deflated: request.encode(true, false),
    plain: request.encode(false, true),
    flags: Number(request.data.flags),
    callback: request.data.callback,
    info: request.data.info.map((pair) => ({ key: pair.key, value: String(pair.value) })),
    data: hex(request.getData()),
    digest: String(resolved.signingDigest),
    transaction: hex(resolved.serializedTransaction),
    id: String(resolved.transaction.id),
    payload: { ...one.payload, req: undefined },
    recovered:
      request.isIdentity() && request.version > 2
        ? String(resolved.getIdentityProof(sign(key)).recover())
        : undefined,
  })
}

const quiet = { chainId: devchain, callback, broadcast: false }
const create = (args) => SigningRequest.createSync(args, { zlib }, abis)
const own = { actor: 'alice.wam', permission: 'active' }

describe('one action, version 2', create({ action: transfer(), chainId: wax, callback }))
describe(
  'one action on a chain without alias',
  create({ ...quiet, action: transfer(), callback: 'http://127.0.0.1/open?{{sig}}' }),
)
describe('several actions', create({ ...quiet, actions: [transfer(), transfer([own], 'alice.wam')] }))
describe(
  'a transaction without header',
  create({
    ...quiet,
    transaction: { actions: [transfer([own, { actor: 'bob.wam', permission: 'owner' }], 'alice.wam')] },
  }),
)
describe(
  'a transaction with header',
  create({
    ...quiet,
    transaction: {
      ...header,
      expiration: '2026-11-21T07:59:58',
      max_net_usage_words: 300,
      max_cpu_usage_ms: 5,
      delay_sec: 200,
      actions: [transfer([own], 'alice.wam')],
    },
  }),
)
describe('several chains, any', create({ ...quiet, action: transfer(), chainId: null }))

// What goes with a session, as the libraries describe it.
class LinkCreate extends Struct {}
LinkCreate.abiName = 'link_create'
LinkCreate.abiFields = [
  { name: 'session_name', type: Name },
  { name: 'request_key', type: PublicKey },
  { name: 'user_agent', type: 'string', extension: true },
]
class LinkInfo extends Struct {}
LinkInfo.abiName = 'link_info'
LinkInfo.abiFields = [{ name: 'expiration', type: 'time_point_sec' }]

const informed = create({ ...quiet, action: transfer() })
const link = { session_name: 'fieldhouse', request_key: other.toPublic(), user_agent: 'a browser' }
informed.setInfoKey('link', LinkCreate.from(link), LinkCreate)
informed.setInfoKey('no_modify', true, 'bool')
informed.setInfoKey('return_path', 'http://127.0.0.1:18030/football#a')
informed.setInfoKey('same_device', true)
describe('info of every kind', informed)

const identify = (args) => SigningRequest.identity({ callback, ...args }, { zlib })
describe('identity, version 2', identify({ chainId: devchain }))
describe(
  'identity of an account, version 2',
  identify({ chainId: devchain, account: 'alice.wam', permission: 'active' }),
)
describe(
  'identity of any permission of an account',
  identify({ chainId: devchain, account: 'alice.wam', scope: 'fieldhouse' }),
)
describe('identity with scope, version 3', identify({ chainId: devchain, scope: 'fieldhouse' }))
const overSession = create({ ...quiet, action: transfer() })
overSession.setInfoKey('link', LinkInfo.from({ expiration: '2026-11-21T08:02:00' }), LinkInfo)
describe('over a session', overSession)

write('requests.json', {
  abi: abi.toJSON(),
  signer: String(signer),
  header,
  keys: [key.toWif(), String(other)],
  linkKey: String(other.toPublic()),
  requests,
})

// Sealed messages, step by step.
const sealed = []
function seal(name, from, to, nonce, text) {
  const secret = from.sharedSecret(to.toPublic())
  const secretKey = Checksum512.hash(Serializer.encode({ object: UInt64.from(nonce) }).appending(secret.array))
  const cipher = new AES_CBC(secretKey.array.slice(0, 32), secretKey.array.slice(32, 48))
  const ciphertext = hex(cipher.encrypt(utf8(text).array))
  sealed.push({
    name,
    from: from.toWif(),
    to: to.toWif(),
    nonce,
    text,
    secret: String(secret),
    key: String(secretKey),
    ciphertext,
  })
}

/** A key whose shared point with another one starts with a zero byte, which the libraries leave out. */
function shortSecret(with_) {
  const curve = new elliptic.ec('secp256k1')
  const point = curve.keyFromPublic(with_.toPublic().data.array).getPublic()
  for (let i = 0; ; i++) {
    const candidate = keyOf(`short secret ${i}`)
    const [first] = curve.keyFromPrivate(candidate.data.array).derive(point).toArray('be', 32)
    if (first === 0) return candidate
  }
}
seal('a request', other, channel, '1', requests[1].deflated)
seal('the largest nonce', other, channel, '18446744073709551615', requests[0].deflated)
seal('an empty text', other, channel, '7', '')
seal('one whole block', other, channel, '8', 'sixteen bytes ok')
seal(
  'a shared secret with a leading zero',
  shortSecret(key),
  key,
  '9',
  'the shared point starts with a zero byte',
)

// Whole messages, as anchor-link's own session posts them to a channel.
const messages = []
const posts = []
const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    response.end()
    posts.shift()(Buffer.concat(parts))
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const app = new (anchorLink.default ?? anchorLink)({
  transport: { onRequest() {}, onSessionRequest() {} },
  chains: [{ chainId: devchain, nodeUrl: 'http://127.0.0.1:9' }],
  storage: null,
})
const session = anchorLink.LinkSession.restore(app, {
  type: 'channel',
  metadata: {},
  data: {
    identifier: 'fieldhouse',
    auth: 'alice.wam@active',
    publicKey: String(key.toPublic()),
    chainId: devchain,
    requestKey: String(other),
    channel: {
      key: String(channel.toPublic()),
      name: 'Stand-in',
      url: `http://127.0.0.1:${server.address().port}/channel-0001`,
    },
  },
})
for (const name of ['one action on a chain without alias', 'several actions']) {
  const request = SigningRequest.from(requests.find((made) => made.name === name).deflated, { zlib })
  const posted = new Promise((resolve) => posts.push(resolve))
  session.onRequest(request, () => {})
  messages.push({ name, message: hex(await posted), text: request.encode(true, false) })
}
server.close()

write('sealed.json', {
  channel: channel.toWif(),
  requestKey: String(other.toPublic()),
  sealed,
  messages,
})
process.exit(0) // the session's own time-outs are still running

function write(file, value) {
  writeFileSync(`${out}/${file}`, `${JSON.stringify(value, null, 1)}\n`)
}
