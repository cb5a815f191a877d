// The page works without this: it is served whole, and its forms are sent as they are. What this adds is dialogs where the
// browser does not open them by itself, times in the reader's zone, and what has changed meanwhile.

const seconds = 5
/** The page's own address: a form that was refused is answered with the page, and its address answers no question. */
const home = '/releases/'
const parser = new DOMParser()
// The page is the gateway's own, and a parsed document runs nothing.
const trusted = globalThis.trustedTypes?.createPolicy('lineup', { createHTML: (page) => page })
const news = document.getElementById('news')

/** What each part was when it came. */
const received = new Map()
for (const part of document.querySelectorAll('[data-part]')) received.set(part.id, part.outerHTML)
const dialogs = document.getElementById('dialogs')
received.set('dialogs', dialogs?.innerHTML)

const opensByItself = 'commandForElement' in HTMLButtonElement.prototype
document.addEventListener('click', ({ target }) => {
  if (opensByItself) return
  const id = target.closest?.('[commandfor]')?.getAttribute('commandfor')
  const dialog = id && document.getElementById(id)
  if (dialog && !dialog.open) dialog.showModal()
})

for (const dialog of document.querySelectorAll('dialog[open]')) {
  dialog.close()
  dialog.showModal()
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const clock = (at, timeZone) => at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })

/** Times are written in UTC by the gateway. */
function localize(within) {
  const now = new Date()
  for (const time of within.querySelectorAll('time[data-form]')) {
    const at = new Date(time.dateTime)
    const days = (now - at) / 86_400_000
    const today = at.toDateString() === now.toDateString()
    if (time.dataset.form === 'clock' || today) time.textContent = clock(at)
    else if (days < 6) time.textContent = `${at.toLocaleDateString('en-GB', { weekday: 'short' })} ${clock(at)}`
    else time.textContent = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  }
}

function tick() {
  for (const shown of document.querySelectorAll('[data-clock]')) {
    const own = shown.dataset.clock === 'local'
    if (own && (!zone || zone === 'UTC')) continue
    const name = document.createElement('small')
    name.textContent = own ? zone.split('/').at(-1).replaceAll('_', ' ') : 'UTC'
    shown.replaceChildren(`${clock(new Date(), own ? zone : 'UTC')} `, name)
    shown.hidden = false
  }
}

/** Puts a part in the place of the old one; what is focused, and what is unfolded, stays so. */
function replace(old, part) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : ''
  const unfolded = [...old.querySelectorAll('details[open]')].map(({ id }) => id)
  const coming = document.adoptNode(part)
  old.replaceWith(coming)
  localize(coming)
  for (const id of unfolded) document.getElementById(id)?.setAttribute('open', '')
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** A dialog that is open stays as it is, with what is being typed in it: sent, it says what has changed. */
function replaceDialogs(coming) {
  for (const dialog of [...dialogs.children]) if (!dialog.open) dialog.remove()
  for (const dialog of [...coming.children]) {
    if (!document.getElementById(dialog.id)) dialogs.append(document.adoptNode(dialog))
  }
}

let etag = ''

async function refresh() {
  const answer = await fetch(home, {
    headers: etag ? { 'If-None-Match': etag } : {},
    signal: AbortSignal.timeout(seconds * 1000),
  })
  if (answer.status === 304) return
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const text = await answer.text()
  const page = parser.parseFromString(trusted ? trusted.createHTML(text) : text, 'text/html')
  if (!page.getElementById('dialogs')) {
    tell('You are not signed in any more. What you see is how it was; load the page to sign in.')
    return
  }
  etag = answer.headers.get('ETag') ?? ''
  for (const part of page.querySelectorAll('[data-part]')) {
    const source = part.outerHTML
    const old = document.getElementById(part.id)
    if (old && received.get(part.id) !== source) {
      received.set(part.id, source)
      replace(old, part)
    }
  }
  const source = page.getElementById('dialogs').innerHTML
  if (received.get('dialogs') !== source) {
    received.set('dialogs', source)
    replaceDialogs(page.getElementById('dialogs'))
  }
  if (news.dataset.lost) tell('')
}

function tell(text) {
  if (news.textContent !== text) news.textContent = text
  news.dataset.lost = text
}

localize(document)
if (dialogs) {
  tick()
  setInterval(async () => {
    if (document.hidden) return
    tick()
    await refresh().catch(() => tell('The gateway does not answer: what you see is how it was. It is asked again.'))
  }, seconds * 1000)
}
