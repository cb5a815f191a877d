/** The cards of the home page, from the rarest to the plainest. */
export const FRONT = [
  { templateId: 726489, mint: 3 },
  { templateId: 704444, mint: 118 },
  { templateId: 720739, mint: 590 },
  { templateId: 706306, mint: 2044 },
  { templateId: 712204, mint: 9214 },
] as const

/** A card of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 711437, mint: 9214 },
  { templateId: 701076, mint: 2044 },
  { templateId: 747150, mint: 77 },
  { templateId: 701964, mint: 118 },
  { templateId: 718118, mint: 4 },
] as const
