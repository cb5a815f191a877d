// The page works without this file, which shows a request as soon as it comes in.

/** How often the page asks whether something has changed, in milliseconds. */
const EVERY = 1_000

/** What the page shows; none on a page that says what went wrong with a form. */
const { version } = document.body.dataset

/** Whether somebody would lose what they have begun to fill in. */
const isFilledIn = () => document.activeElement?.matches('select, textarea')

/** Whether a form's answer is on its way: loading this page anew would leave it for ever. */
let isSent = false
addEventListener('submit', () => {
  isSent = true
})

async function refresh() {
  const answer = await fetch('/api/state', { signal: AbortSignal.timeout(10_000) })
  const state = await answer.json()
  if (String(state.version) !== version && !isSent && !isFilledIn()) location.reload()
}

if (version) setInterval(() => refresh().catch(() => {}), EVERY) // the next one tries again
