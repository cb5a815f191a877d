/** The two languages of the site, as BCP 47 tags. The cookie `language` stores them as `EN` and `SP` (specification, section 3). */
export type Language = 'en' | 'es'

export const LANGUAGES = ['en', 'es'] as const

/** What the visitor chose (specification, section 3). `system` follows the operating system. */
export type Theme = 'light' | 'dark' | 'system'

/**
 * Which header, footer and colours a route has (specification, section 2): `default`, or one that the shell made for an
 * edition and that is named like it. One that the live shell does not have is shown as `default`.
 */
export type Look = string
