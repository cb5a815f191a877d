// The page works without this file. It adds what a wallet does by itself: a
// request that comes in is shown at once.

const html = globalThis.trustedTypes
  ? trustedTypes.createPolicy('page', { createHTML: (text) => text })
  : { createHTML: (text) => text }

/** Requests that were put off by Escape or "Later" do not pop up again. */
const later = new Set()

/** Shows the request that waits longest as a modal dialog. */
function present() {
  const dialog = document.querySelector('dialog[data-request]')
  if (!dialog || later.has(dialog.dataset.request) || dialog.matches(':modal')) return
  const back = document.activeElement
  dialog.removeAttribute('open')
  const button = dialog.querySelector('[data-later]')
  button.hidden = false
  button.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    later.add(dialog.dataset.request)
    button.hidden = true
    dialog.setAttribute('open', '')
    if (back instanceof HTMLElement && back.isConnected) back.focus()
  })
  dialog.showModal()
  dialog.querySelector('h2').focus()
}

const typing = (part) =>
  part.contains(document.activeElement) && document.activeElement.matches('input, select, textarea')

/** Takes the parts that changed from the page as it is now. */
async function refresh() {
  const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } })
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(html.createHTML(await answer.text()), 'text/html')
  for (const part of document.querySelectorAll('[data-part]')) {
    const now = fresh.getElementById(part.id)
    const before = part.dataset.was ?? part.innerHTML
    if (!now || now.innerHTML === before || typing(part)) continue
    const focused = part.contains(document.activeElement)
    const next = document.adoptNode(now)
    next.dataset.was = next.innerHTML
    part.replaceWith(next)
    if (focused) document.getElementById('main').focus()
  }
  document.title = fresh.title
  present()
}

for (const part of document.querySelectorAll('[data-part]')) part.dataset.was = part.innerHTML

let refreshing = Promise.resolve()
const events = new EventSource('/events')
const again = () => {
  refreshing = refreshing.then(refresh).catch(() => {}) // the next event tries again
}
events.addEventListener('change', again)
events.addEventListener('open', again)

const handler = document.querySelector('[data-handler]')
if (handler && navigator.registerProtocolHandler) {
  handler.hidden = false
  handler.addEventListener('click', () => {
    navigator.registerProtocolHandler('web+esr', `${location.origin}/?request=%s`)
  })
}

present()
