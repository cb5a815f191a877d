/** The cards of the home page, from the rarest to the plainest. */
export const FRONT = [
  { templateId: 737636, mint: 7 },
  { templateId: 756907, mint: 41 },
  { templateId: 707610, mint: 312 },
  { templateId: 704369, mint: 1876 },
  { templateId: 749150, mint: 9214 },
] as const

/** A card of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 709334, mint: 9214 },
  { templateId: 751599, mint: 1876 },
  { templateId: 713860, mint: 77 },
  { templateId: 714913, mint: 41 },
  { templateId: 710638, mint: 12 },
] as const
