export const en = {
  home: {
    title: 'Pick your',
    text: 'Eleven cards make a side. Yours plays every game night, and the cards stay in your wallet.',
    packs: 'See the packs',
    more: 'How a game night works',
  },
  sale: {
    title: 'Pack sale',
    text: 'What is on sale right now, straight from the chain: price, how many are left, and when it opens or ends.',
  },
  more: 'More from the field',
  titles: {
    'daily-fantasy': 'Our System',
    cards: 'Cards Structure',
    'card-rental': 'Card Rental',
    tokenomics: 'Tokenomics',
    team: 'The Team',
    superbowl: 'SuperBowl',
    blog: 'Blog',
    faq: 'FAQ',
  },
}
