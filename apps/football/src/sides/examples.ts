import type { Side } from './scoring'

/** The side of the chalkboard, in the order in which it stands on it: two teams are linked. */
export const SIDE: Side = [
  { templateId: 737636, mint: 7, did: { throw: 2 } },
  { templateId: 711385, mint: 902, did: { yard: 61 } },
  { templateId: 707610, mint: 312, did: { catch: 4 } },
  { templateId: 719238, mint: 5120, did: { catch: 3 } },
  { templateId: 710680, mint: 1400, did: { catch: 1 } },
  { templateId: 707125, mint: 330, did: { stop: 5 } },
  { templateId: 701533, mint: 41, did: { stop: 7, steal: 1 } },
  { templateId: 726067, mint: 9001, did: { stop: 4 } },
  { templateId: 721206, mint: 7733, did: { stop: 2 } },
  { templateId: 742112, mint: 2201, did: { steal: 1 } },
  { templateId: 710544, mint: 12044, did: { kick: 2 } },
]

/** Plain cards alone, of which some did not play. */
export const PLAIN: Side = [
  { templateId: 701663, mint: 8120, did: { throw: 1, yard: 50 } },
  { templateId: 716870, mint: 903, did: { catch: 5 } },
  { templateId: 730982, mint: 15310, did: { catch: 4 } },
  { templateId: 717378, mint: 77, did: { stop: 9 } },
  { templateId: 701896, mint: 6002, did: { steal: 1, stop: 4 } },
  { templateId: 704879, mint: 411, did: { yard: 80 } },
  { templateId: 707186, mint: 17204, did: { kick: 4 } },
  { templateId: 767132, mint: 2950, did: { stop: 6 } },
  { templateId: 728852, mint: 10033, did: {} },
  { templateId: 746064, mint: 5, did: {} },
  { templateId: 735058, mint: 13870, did: {} },
]

/** The rarest card alone on the field. */
export const RICH: Side = [SIDE[0]]
