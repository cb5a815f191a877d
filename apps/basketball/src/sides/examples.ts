import type { Side } from './scoring'

/** The side on the court, one card for each position: guards, forwards, centre. Two teams pass. */
export const SIDE: Side = [
  {
    templateId: 726489,
    mint: 3,
    did: [
      { basket: 2, assist: 2 },
      { three: 1, assist: 1 },
      { basket: 1, steal: 1 },
      { three: 2, basket: 1 },
    ],
  },
  { templateId: 700298, mint: 2044, did: [{ three: 1 }, { three: 1 }, {}, { three: 1 }] },
  { templateId: 700054, mint: 590, did: [{ basket: 1 }, { basket: 2 }, { basket: 1, steal: 1 }, { basket: 1 }] },
  {
    templateId: 700129,
    mint: 9214,
    did: [{ rebound: 3 }, { rebound: 2 }, { basket: 1, rebound: 2 }, { rebound: 2 }],
  },
  {
    templateId: 700034,
    mint: 118,
    did: [{ block: 1 }, { basket: 1 }, { block: 1, rebound: 1 }, { basket: 1, rebound: 1 }],
  },
]

/** Plain cards alone, of which one did not play. */
export const PLAIN: Side = [
  {
    templateId: 700020,
    mint: 8120,
    did: [{ basket: 1, assist: 2 }, { assist: 2 }, { basket: 2 }, { three: 1, assist: 1 }],
  },
  { templateId: 700078, mint: 903, did: [{ three: 1 }, {}, { three: 1, basket: 1 }, { basket: 1 }] },
  { templateId: 700007, mint: 15310, did: [{ basket: 2 }, { steal: 1 }, {}, { basket: 1 }] },
  {
    templateId: 700115,
    mint: 77,
    did: [{ rebound: 2 }, { rebound: 2 }, { basket: 1, rebound: 1 }, { rebound: 2 }],
  },
  { templateId: 700019, mint: 6002, did: [{}, {}, {}, {}] },
]

/** The rarest card alone on the court. */
export const RICH: Side = [SIDE[0]]
