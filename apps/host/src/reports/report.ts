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

/** An address in a text, up to its line and column, but for those of releases' files. */
const ADDRESS = /(https?:\/\/[^/\s]+)\/(?!_r\/)\S*?(?=(?::\d+){0,2}[),]*(?:\s|$))/g

/** A page's own address stands in the stack of what runs in it, as apps put into the browsers that they are: with its query. */
const withoutPages = (text: string): string =>
  text.replace(ADDRESS, (address, origin) => (origin === location.origin ? `${origin}/*` : address))

function shortened({ message: whole, stack, ...rest }: Report): Report {
  const message = withoutPages(whole)
  return {
    ...rest,
    message:
      message.length > MESSAGE_BEGINNING + MESSAGE_END
        ? `${message.slice(0, MESSAGE_BEGINNING)} … ${message.slice(-MESSAGE_END)}`
        : message,
    ...(stack === undefined ? {} : { stack: withoutPages(stack).slice(0, STACK_LENGTH) }),
  }
}
