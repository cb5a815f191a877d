/** The card that is taken apart. */
export const ANATOMY = { templateId: 700150, mint: 312 } as const

/** One of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 709334, mint: 9214 },
  { templateId: 751599, mint: 1876 },
  { templateId: 713860, mint: 77 },
  { templateId: 714913, mint: 41 },
  { templateId: 710638, mint: 12 },
] as const
