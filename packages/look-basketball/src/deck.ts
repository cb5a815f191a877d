import { CLOTH, type Deck, palette } from '@fieldhouse/design'
import * as poses from './poses'

const LIGHT = ['#EFE9DA', '#B9B3A4'] as const
const DARK = ['#33405F', '#1D2742'] as const

// These two are dealt twice as often as the others.
const pointGuard = ['PG', poses.dunking, [poses.dribbling, poses.passing, poses.driving]] as const
const center = ['C', poses.rejecting, [poses.blocking, poses.rebounding, poses.hooking]] as const

/** Basketball: concrete, maple, ball orange, night court and silver. */
export const basketballDeck: Deck = {
  kit: 'vest',
  tiers: {
    1: palette(['#8791A3', '#7882947F', '#A1AABB', '#F6F1E6', '#141C2E', '#46506A'], LIGHT, []),
    2: palette(['#EBD3A6', '#DCBF8A', '#F8E9C9', '#111B33', '#EBD3A6', '#111B33'], DARK, ['#CDAC73']),
    3: palette(['#D9601A', '#BE4F10', '#F08444', '#FFF6EA', '#4A1B02', '#FFF6EA'], LIGHT, ['#8F3A0A', '#A84610']),
    4: palette(['#0A1838', '#122551', '#1B3470', '#F6F1E6', '#050C1E', '#F2A23A'], LIGHT, [
      '#93521A',
      '#583521',
      '#2C2738',
    ]),
    5: palette(
      ['#C9D3DE', '#EEF3F7', '#FFFFFF', '#0A1226', '#DCE4EC', '#0A1226'],
      DARK,
      ['#7C8FA6', '#9AABBE', '#B7C4D2', '#D2DBE4'],
      '#E4EBF1',
    ),
  },
  foil: ['#8FA0B4', '#F4F8FB', '#B4C2D0', '#FFFFFF', '#8496AB', '#D6DFE8'],
  teams: [
    { name: 'Harbor St. Kites', jersey: CLOTH.orange, shorts: CLOTH.blue },
    { name: 'Pinewood Clocks', jersey: CLOTH.orange, shorts: CLOTH.chalk },
    { name: 'Dockside Rooks', jersey: CLOTH.blue, shorts: CLOTH.chalk },
    { name: 'Long Pier Lamps', jersey: CLOTH.blue, shorts: CLOTH.orange },
    { name: 'Kettle Hill Nines', jersey: CLOTH.maroon, shorts: CLOTH.black },
    { name: 'Foxglove Transit', jersey: CLOTH.teal, shorts: CLOTH.gold },
  ],
  positions: [
    pointGuard,
    ['SF', poses.soaring, [poses.shooting, poses.driving, poses.guarding]],
    ['SG', poses.fading, [poses.dribbling, poses.shooting, poses.crossing]],
    ['PF', poses.hanging, [poses.blocking, poses.rebounding, poses.posting]],
    center,
    pointGuard,
    center,
  ],
  positionNames: {
    en: { PG: 'Point guard', SG: 'Shooting guard', SF: 'Small forward', PF: 'Power forward', C: 'Center' },
    es: { PG: 'Base', SG: 'Escolta', SF: 'Alero', PF: 'Ala-pívot', C: 'Pívot' },
  },
  ball: '#E8772A',
}
