/**
 * What a page reports of an error. `recoverable`: React mended what it found at hydration; `uncaught`: a root died of it;
 * `remote`: a script of a release could not be loaded or started; `hang`: the page stood still while a release was being
 * mounted; `integrity`: the browser refused a script.
 */
export type ErrorKind = 'recoverable' | 'uncaught' | 'remote' | 'hang' | 'integrity'

/** One error, for the log and the lineup page: the body of a POST to `/_report`. At most 8 KiB as JSON. Verdicts are by `View` alone. */
export interface Report {
  kind: ErrorKind
  message: string
  edition: string
  release: string
  path: string
  stack?: string
}

/**
 * How one page view went, sent to `/_report` once when it ends, by the views that report (`PageInfo.reports`): what canaries
 * are judged by. It has nothing that tells one visitor from another.
 */
export interface View {
  kind: 'view'
  path: string
  /** Names of the releases that the page was made of, by edition: host, shell, and the one of its path. */
  releases: Record<string, string>
  /** `load`: the page was loaded whole; `in-app`: it was navigated to. */
  navigation: 'load' | 'in-app'
  /** How many errors the releases had, by edition and kind; an edition without any is absent. */
  errors: Record<string, Partial<Record<Exclude<ErrorKind, 'integrity'>, number>>>
  vitals: Vitals
}

/** Web vitals of a view. What the browser does not tell is absent; an in-app view has no `lcp`. */
export interface Vitals {
  /** Largest Contentful Paint, whole milliseconds. */
  lcp?: number
  /** Interaction to Next Paint, whole milliseconds. */
  inp?: number
  /** Cumulative Layout Shift, without unit. */
  cls?: number
}

/** Which views report. */
export interface Reporting {
  /** Of 1000 documents, how many report their views; all of them while an edition has a canary. A document decides once. */
  share: number
}
