/** The home page's cards, from the rarest to the plainest: template ids, and the copy shown. */
export const HOME_CARDS = [
  { templateId: 726489, mint: 3 },
  { templateId: 704444, mint: 118 },
  { templateId: 720739, mint: 590 },
  { templateId: 706306, mint: 2044 },
  { templateId: 712204, mint: 9214 },
] as const
