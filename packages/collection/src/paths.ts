/** Where an edition's pages of somebody's own are: the standard pages have them there. */
export const myCardsPath = (edition: string): string => `/${edition}/my-cards`

export const claimsPath = (edition: string): string => `/${edition}/claims`

/** Somebody's wall, for anybody to look at. */
export const wallPath = (edition: string, account: string): string => `/${edition}/wall/${account}`

/** A card's own page. One page for all cards: which one it is stands in the query, and the browser reads it. */
export const cardPath = (edition: string, assetId: string): string => `/${edition}/my-cards/card?asset=${assetId}`
