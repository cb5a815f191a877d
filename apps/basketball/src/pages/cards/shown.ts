/** The card that is taken apart. */
export const ANATOMY = { templateId: 700150, mint: 590 } as const

/** One of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 711437, mint: 9214 },
  { templateId: 701076, mint: 2044 },
  { templateId: 747150, mint: 77 },
  { templateId: 701964, mint: 118 },
  { templateId: 718118, mint: 4 },
] as const
