import type { PageName } from './pages'

/** The first paragraph of each inner page. */
export const openings: Record<PageName, string> = {
  'daily-fantasy':
    'Every game night you send out a side of eleven cards, and the night is settled by how your picks play together. You choose the line-up before the first whistle; after that it is locked for everyone. No night depends on one card alone: a balanced side of plain cards can beat one star and ten empty places.',
  cards:
    'Every card shows an invented athlete with a number, a position and a team, and belongs to one of five tiers: Walk-on, Starter, Captain, Marquee and Rafters. The tier says how many copies exist, from 18,000 down to 25. You can tell it by the cut of the card and the marks in its corner, with no need for colour.',
  'card-rental':
    'A card that would sit on your bench can play on another side for a while. The owner sets the terms, the borrower plays it, and when the time is over it is back where it came from. It never changes hands: the chain keeps the owner written on it all along.',
  tokenomics:
    'Packs are priced in US dollars and paid in WAX, at the median price that the chain’s own oracle reports at that moment. How many packs a sale holds is fixed before it opens, and nobody can add to it afterwards. Cards are made for playing: they can be worth less than you paid, so spend what a game is worth to you.',
  team: '{{product}} is made by a small crew that likes game nights more than price charts. Some of us draw the athletes, some write the rules, and some keep the lights on in the building. If something looks wrong to you, tell us on Discord: the people who answer are the ones who can mend it.',
  superbowl:
    'The season ends in one night: the final of our own invented league, which we call the SuperBowl. Sides earn their place over the weeks before, and for the final every line-up is shown to everybody. It is the one night when the whole building watches the same field.',
  blog: 'News from the building: what changed on the field, which packs come next, and how the last game night went. We write when there is something to say. Posts come from our feed, so you can read them here or wherever you follow us.',
  faq: 'The questions we hear most, answered briefly. To look around you need nothing; to buy a pack you need a WAX account, and Cloud Wallet opens one in your browser in a few minutes. We never ask for your keys, and nobody from our side will ever write to you first.',
}
