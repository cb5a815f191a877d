/** The inner pages by the last part of their path (specification, section 2, Routes), and the card beside each one's text. */
export const PAGES = {
  'daily-fantasy': { templateId: 700103, mint: 88 },
  cards: { templateId: 737636, mint: 7 },
  'card-rental': { templateId: 756907, mint: 41 },
  tokenomics: { templateId: 707610, mint: 312 },
  team: { templateId: 704369, mint: 1876 },
  superbowl: { templateId: 737636, mint: 1 },
  blog: { templateId: 749150, mint: 9214 },
  faq: { templateId: 704369, mint: 12 },
} as const

export type PageName = keyof typeof PAGES

export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

export const pathOf = (name: PageName): string => `/football/${name}`
