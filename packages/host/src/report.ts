import type { Report } from '@fieldhouse/contract'

/** Reports a page sends at most: an error in a loop must not become a flood. */
const MOST_REPORTS = 20

/** Characters of a message and of a stack: the gateway takes a body of 8 KiB, and a character may be 3 bytes. */
const MESSAGE_LENGTH = 500
const STACK_LENGTH = 2000

/** How long a report may take, milliseconds. */
const REPORT_TIMEOUT = 5000

/** Sends reports to `/_report`. A report that cannot be sent is dropped: there is nobody to tell. */
export function createReporter(send: typeof fetch = fetch): (report: Report) => void {
  let left = MOST_REPORTS
  return (report) => {
    if (left <= 0) return
    left -= 1
    send('/_report', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(shortened(report)),
      keepalive: true,
      signal: AbortSignal.timeout(REPORT_TIMEOUT),
    }).catch(() => {})
  }
}

function shortened(report: Report): Report {
  const message = report.message.slice(0, MESSAGE_LENGTH)
  return report.stack === undefined
    ? { ...report, message }
    : { ...report, message, stack: report.stack.slice(0, STACK_LENGTH) }
}
