/** What the operator of the site decides about its rules: the texts take it from here. */
export const LEGAL = {
  /** When the rules were changed last. */
  updated: '2026-11-23',
  /** Age in whole years from which packs may be bought. */
  age: 18,
  /** Days after which a line of the access log is deleted (docs/operating.md, "What is logged of visitors"). */
  logDays: 30,
  /** Minutes after which an answer of Anchor that no page took is gone (docs/caddyfile.md, `age` of `link`). */
  answerMinutes: 30,
} as const
