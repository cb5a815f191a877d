/** The home page's cards, from the rarest to the plainest: template ids, and the copy shown. */
export const HOME_CARDS = [
  { templateId: 737636, mint: 7 },
  { templateId: 756907, mint: 41 },
  { templateId: 707610, mint: 312 },
  { templateId: 704369, mint: 1876 },
  { templateId: 749150, mint: 9214 },
] as const
