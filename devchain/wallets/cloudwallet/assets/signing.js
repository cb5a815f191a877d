import { described } from './actions.js'
import { answer, ask, opener, say, settings, show, unopened } from './opener.js'

/** How often READY is said again, in milliseconds. */
const READY_EVERY = 200

/** The name that waxjs gives its popup. It opens the window before the transaction is made, so it may miss a READY. */
const EARLY_POPUP = 'WaxPopup'

let repeat

function ready() {
  answer({ type: 'READY' })
  if (window.name === EARLY_POPUP) repeat = setInterval(() => answer({ type: 'READY' }), READY_EVERY)
}

function receive(event) {
  if (event.source !== opener || event.origin !== settings.opener || event.data?.type !== 'TRANSACTION') return
  window.removeEventListener('message', receive)
  clearInterval(repeat)
  const { transaction, freeBandwidth, feeFallback, startTime } = event.data
  const packed = hex(transaction)
  Promise.resolve(answers[settings.answer]({ packed, freeBandwidth, feeFallback, startTime })).catch((error) =>
    say(`${error.message} Close this window and try again on the site.`),
  )
}

/** What the wallet's answer has besides its type. The address of the sender is not in it: the origin says that. */
const finish = (startTime, fields) => {
  answer({ type: 'TX_SIGNED', whitelistedContracts: [], startTime, ...fields })
  window.close()
}

const refuse = ({ startTime }) => finish(startTime, { verified: false })

async function sign({ packed, startTime }) {
  const { signatures } = await ask('/api/signature', { transaction: packed })
  finish(startTime, { verified: true, signatures, serializedTransaction: bytes(packed) })
}

const answers = {
  async ask(request) {
    const shown = await ask('/api/transaction', { transaction: request.packed })
    document.querySelector('#signer').textContent = shown.signer || 'nobody here'
    document.querySelector('#expiration').textContent = `${new Date(`${shown.expiration}Z`).toLocaleTimeString()}`
    document.querySelector('#resources').textContent = resources(request)
    document.querySelector('#actions').replaceChildren(...shown.actions.map(described))
    document.querySelector('#problem').textContent = shown.problem
    const approve = document.querySelector('#sign')
    const deny = document.querySelector('#refuse')
    approve.disabled = shown.problem !== ''
    approve.addEventListener('click', () => {
      approve.disabled = true
      sign(request).catch((error) => {
        document.querySelector('#problem').textContent = error.message
        approve.disabled = false
      })
    })
    deny.addEventListener('click', () => refuse(request))
    show('#review', shown.problem ? '#refuse' : '#sign')
  },
  sign,
  refuse,
  never: () => say('This wallet is set to give no answer.'),
}

/**
 * The real wallet may put a free action of its own before the others, or a fee, when the account lacks resources. The
 * development chain charges nobody, so nothing is ever added here.
 */
function resources({ freeBandwidth, feeFallback }) {
  if (!freeBandwidth) return 'your own; the site wants nothing added'
  return feeFallback ? 'free; a fee would have been acceptable to the site' : 'free'
}

/** Packed bytes in hexadecimal. Applications send them as a Uint8Array. */
const hex = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, '0')).join('')

const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16))

if (opener) {
  window.addEventListener('message', receive)
  ready()
} else say(unopened)
