import type { Report, View } from '@fieldhouse/contract'

/** Reports of errors that a page sends at most: an error in a loop must not become a flood. */
const MOST_REPORTS = 20

/**
 * Characters of a message's beginning and end and of a stack: the gateway takes a body of 8 KiB, and a character may be
 * 3 bytes. React's development build says what did not match at the end, after advice.
 */
const MESSAGE_BEGINNING = 200
const MESSAGE_END = 700
const STACK_LENGTH = 1500

/** How long a report may take, milliseconds. */
const REPORT_TIMEOUT = 5000

/** Sends a report to `/_report`, also while the page is left. One that cannot be sent is dropped: there is nobody to tell. */
export type Post = (body: Report | View) => void

export function createPost(send: typeof fetch = fetch): Post {
  return (body) => {
    send('/_report', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(REPORT_TIMEOUT),
    }).catch(() => {})
  }
}

/** Reports errors, so many of a document's. */
export function createReporter(post: Post): (report: Report) => void {
  let left = MOST_REPORTS
  return (report) => {
    if (left <= 0) return
    left -= 1
    post(shortened(report))
  }
}

function shortened({ message, stack, ...rest }: Report): Report {
  return {
    ...rest,
    message:
      message.length > MESSAGE_BEGINNING + MESSAGE_END
        ? `${message.slice(0, MESSAGE_BEGINNING)} … ${message.slice(-MESSAGE_END)}`
        : message,
    ...(stack === undefined ? {} : { stack: stack.slice(0, STACK_LENGTH) }),
  }
}
