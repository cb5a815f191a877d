/** How many cards make a side: what a hero and a pack's wrapper say largest. */
export const SIDE = { football: 11, basketball: 5 } as const
