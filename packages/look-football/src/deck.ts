import { CLOTH, type Deck, palette } from '@fieldhouse/design'
import * as poses from './poses'

const LIGHT = ['#EFE9DA', '#B9B3A4'] as const
const DARK = ['#3A3D3A', '#232523'] as const

/** Football: concrete, chalk, turf, night and gold. */
export const footballDeck: Deck = {
  kit: 'pads',
  tiers: {
    1: palette(['#8F938C', '#7F837C', '#A9ADA5', '#F4F3EC', '#1A1C1A', '#4B4F49'], LIGHT, []),
    2: palette(['#EDEBE2', '#DAD8CC', '#FFFFFF', '#121412', '#EDEBE2', '#121412'], DARK, ['#CFCCBE']),
    3: palette(['#1E6F36', '#185C2C', '#2F8E4A', '#F4F3EC', '#0D2E17', '#F4F3EC'], LIGHT, ['#11492A', '#165629']),
    4: palette(['#101210', '#1B1F1B', '#2A302A', '#F4F3EC', '#050605', '#E9C66B'], LIGHT, [
      '#7A5F24',
      '#4C3C17',
      '#2B2310',
    ]),
    5: palette(
      ['#D9B45A', '#F6E7B4', '#FFF6DA', '#14110A', '#F0DB9A', '#14110A'],
      DARK,
      ['#A87A22', '#C09238', '#D6B05A', '#E8CB85'],
      '#EFD98F',
    ),
  },
  foil: ['#B98A2A', '#F9E9B0', '#D4A545', '#FFF8DF', '#B4842A', '#EBCB76'],
  teams: [
    { name: 'Ironport Tides', jersey: CLOTH.black, shorts: CLOTH.green },
    { name: 'Mesa Lanterns', jersey: CLOTH.rust, shorts: CLOTH.gold },
    { name: 'Calder Foundry', jersey: CLOTH.chalk, shorts: CLOTH.black },
    { name: 'Saltmarsh Owls', jersey: CLOTH.green, shorts: CLOTH.black },
    { name: 'Union Yard Mules', jersey: CLOTH.maroon, shorts: CLOTH.chalk },
    { name: 'Granite Ferries', jersey: CLOTH.teal, shorts: CLOTH.chalk },
  ],
  positions: [
    ['QB', poses.throwing, [poses.dropping, poses.scrambling, poses.pointing]],
    ['RB', poses.hurdling, [poses.running, poses.cutting, poses.fending]],
    ['WR', poses.snatching, [poses.catching, poses.running, poses.cradling]],
    ['LB', poses.sacking, [poses.lining, poses.chasing, poses.swatting]],
    ['K', poses.kicking, [poses.approaching, poses.following, poses.aiming]],
    ['TE', poses.reaching, [poses.catching, poses.bracing, poses.fending]],
    ['S', poses.intercepting, [poses.lining, poses.backpedalling, poses.swatting]],
  ],
  positionNames: {
    en: {
      ...{ QB: 'Quarterback', RB: 'Running back', WR: 'Wide receiver', LB: 'Linebacker' },
      ...{ K: 'Kicker', TE: 'Tight end', S: 'Safety' },
    },
    es: {
      ...{ QB: 'Quarterback', RB: 'Corredor', WR: 'Receptor', LB: 'Linebacker' },
      ...{ K: 'Pateador', TE: 'Tight end', S: 'Safety' },
    },
  },
  ball: '#9A5A2E',
}
