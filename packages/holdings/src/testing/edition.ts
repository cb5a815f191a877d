import { CLOTH, type Deck, type EditionLook, palette, pose } from '@fieldhouse/design'

/** An edition's look, for tests. */
export const look: EditionLook = { edition: 'football', side: 11, packLines: 'M0 110H300', sectionMark: () => [1, 0] }

const standing = pose([
  ...[150, 90, 170, 130, 130, 130, 165, 230, 135, 230, 190, 170, 200, 210],
  ...[110, 170, 100, 210, 170, 290, 172, 350, 130, 290, 128, 350],
])

const tier = palette(
  ['#8F938C', '#7F837C', '#A9ADA5', '#F4F3EC', '#1A1C1A', '#4B4F49'],
  ['#EFE9DA', '#B9B3A4'],
  ['#CFCCBE'],
)

/** What its cards are dealt from: all of one pose and palette. */
export const deck: Deck = {
  kit: 'pads',
  tiers: { 1: tier, 2: tier, 3: tier, 4: tier, 5: tier },
  foil: ['#B98A2A', '#F9E9B0', '#D4A545', '#FFF8DF', '#B4842A', '#EBCB76'],
  teams: [
    'Ironport Tides',
    'Mesa Lanterns',
    'Calder Foundry',
    'Saltmarsh Owls',
    'Union Yard Mules',
    'Granite Ferries',
  ].map((name) => ({ name, jersey: CLOTH.black, shorts: CLOTH.green })),
  positions: ['QB', 'RB', 'WR', 'LB', 'K', 'TE', 'S'].map((name) => [name, standing, [standing]]),
  ball: '#9A5A2E',
}
