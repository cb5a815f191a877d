/** What the server wrote into the page: who opened it, and how this wallet answers. */
export const settings = document.querySelector('main').dataset

/** The window to answer, or null when a person opened this page by hand. */
export const opener = settings.opener ? window.opener : null

/** Posts a message to the window that opened this one, and to that origin alone. */
export const answer = (message) => opener.postMessage(message, settings.opener)

/** Says how things stand, in the live region. */
export function say(text) {
  document.querySelector('#status').textContent = text
}

/** Shows a section and moves the focus to where a person starts. */
export function show(id, focus) {
  document.querySelector(id).hidden = false
  say('')
  document.querySelector(focus)?.focus()
}

/** Asks this wallet's own server. Rejects with what it says is wrong. */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const content = await response.json()
  if (!response.ok) throw new Error(content.error)
  return content
}

/** What a page says that nobody can be answered from. */
export const unopened =
  'No site opened this window, so there is nobody to answer. Close it, and choose Cloud Wallet on the site.'
