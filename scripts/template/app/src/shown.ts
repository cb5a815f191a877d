/** A card of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 711437, mint: 9214 },
  { templateId: 701076, mint: 2044 },
  { templateId: 747150, mint: 590 },
  { templateId: 701964, mint: 118 },
  { templateId: 718118, mint: 3 },
] as const
