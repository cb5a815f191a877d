import { HOST } from '../editions'

/** An edition's file, as an address names it. */
const OF_AN_EDITION = /\/_r\/([a-z0-9]+)\//g

/** What a browser's extension runs in the page is nobody's release. */
const OF_AN_EXTENSION = /-extension:\/\//

/**
 * Reports what nothing caught: in a press, in a timer, in a promise. It is the edition's whose file stands first in the stack;
 * the host's have React and the stores in them, which call the others' code, so it is the host's only where no other is.
 */
export function reportUncaught(
  window: Window,
  report: (edition: string, message: string, stack: string | undefined) => void,
): void {
  const tell = (error: unknown) => {
    // What has no error is a notice of the browser's, such as that observers of sizes have more to say.
    if (error === null || error === undefined) return
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    const owner = ownerOf(stack ?? '')
    if (owner || !OF_AN_EXTENSION.test(stack ?? '')) report(owner ?? HOST, message, stack)
  }
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}

/** The edition that an error is of; undefined when its stack names no file of a release. */
export function ownerOf(stack: string): string | undefined {
  const owners = [...stack.matchAll(OF_AN_EDITION)].map(([, edition]) => edition)
  return owners.find((edition) => edition !== HOST) ?? owners[0]
}
