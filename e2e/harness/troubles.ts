import type { Page } from 'playwright-core'

/** What went wrong in a page, each one line of text. */
export interface Troubles {
  /** Console warnings and errors, and uncaught exceptions. */
  console: string[]
  /** The errors that the page sent to `/_report`. */
  reports: string[]
  /** How the page's views went, as it sent it there: no trouble in itself. */
  views: string[]
  /** What its content security policy or Trusted Types refused. */
  violations: string[]
  /** Requests that failed, and answers above 399. */
  requests: string[]
  /** All of them. */
  all: () => string[]
  /** Forgets them. */
  clear: () => void
}

/** Records everything that goes wrong in a page from now on. */
export async function recordTroubles(page: Page): Promise<Troubles> {
  const troubles: Troubles = {
    console: [],
    reports: [],
    views: [],
    violations: [],
    requests: [],
    all: () => [...troubles.console, ...troubles.reports, ...troubles.violations, ...troubles.requests],
    clear: () => {
      for (const some of [troubles.console, troubles.reports, troubles.views, troubles.violations, troubles.requests])
        some.length = 0
    },
  }
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error')
      troubles.console.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.console.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/_report')) return
    const body = String(request.postData())
    if (body.includes('"kind":"view"')) troubles.views.push(body)
    else troubles.reports.push(`report: ${body}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Of what a page asks for, the browser calls aborted what the page itself takes back, such as data that is no longer
    // shown, and what was on its way when it was left, of whatever type the browser makes that. Neither has gone wrong.
    if (reason === 'net::ERR_ABORTED' && request.resourceType() !== 'document') return
    troubles.requests.push(`${request.url()}: ${reason} (${request.resourceType()})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.requests.push(`${response.url()}: ${response.status()}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => void troubles.violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(
        `${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} (${event.sourceFile}:${event.lineNumber})`,
      )
    })
  })
  return troubles
}
