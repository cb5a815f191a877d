/** A short message at the top right (specification, section 2, Header). */
export interface Toast {
  /** `error` is said at once by a screen reader, the others when it has finished speaking. */
  kind: 'info' | 'success' | 'error'
  /** The first line, in the page's language. */
  text: string
  /** What stands below it: what happened and what to do. */
  more?: string
  /** What support asks for, to copy. */
  support?: string
}
