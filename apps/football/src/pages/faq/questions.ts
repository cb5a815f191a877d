/** The questions by subject, as they stand on the page. Each name is the fragment of its answer's address: it never changes. */
export const GROUPS = {
  start: ['look-around', 'which-wallet', 'what-is-wax', 'cost-to-begin', 'real-teams'],
  packs: [
    'odds',
    'how-many-packs',
    'price-moves',
    'opened-pack',
    'copy-number',
    'small-cards',
    'lose-a-card',
    'worth-less',
    'sell-a-card',
    'limit',
  ],
  nights: ['line-up', 'tier', 'captain', 'missed-night', 'prizes', 'superbowl'],
  wallets: ['why-sign', 'wallet-silent', 'resources', 'keys'],
  lending: ['lend', 'end-early'],
} as const

export type Group = keyof typeof GROUPS
export type QuestionId = (typeof GROUPS)[Group][number]

/** Where more is told. */
export const MORE: Partial<Record<QuestionId, string>> = {
  odds: '/football/cards',
  'small-cards': '/football/cards',
  'copy-number': '/football/cards',
  'worth-less': '/football/tokenomics',
  'price-moves': '/football/tokenomics',
  'line-up': '/football/daily-fantasy',
  tier: '/football/daily-fantasy',
  captain: '/football/daily-fantasy',
  prizes: '/football/tokenomics',
  superbowl: '/football/superbowl',
  lend: '/football/card-rental',
  'end-early': '/football/card-rental',
  'real-teams': '/football/team',
}
