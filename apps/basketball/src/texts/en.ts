export const en = {
  home: {
    title: 'Pick your',
    text: 'Five cards make a side. Yours plays every game night, and the cards stay in your wallet.',
    packs: 'See the packs',
  },
  sale: {
    title: 'Pack sale',
    text: 'What is on sale right now, straight from the chain: price, how many are left, and when it opens or ends.',
  },
}
