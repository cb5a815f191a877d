import { CLOTH, type Deck, palette, pose } from '@fieldhouse/design'

const LIGHT = ['#EFE9DA', '#B9B3A4'] as const
const DARK = ['#33474F', '#1D2B31'] as const

const standing = pose([
  150, 96, 114, 142, 186, 142, 128, 236, 172, 236, 92, 190, 84, 242, 208, 190, 216, 242, 120, 290, 116, 348, 180, 290,
  184, 348,
])

const reaching = pose(
  [
    150, 112, 116, 152, 184, 152, 132, 238, 168, 238, 88, 112, 70, 64, 216, 116, 238, 78, 104, 288, 90, 348, 196, 288,
    210, 348,
  ],
  { at: [244, 46], turn: 0 },
)

const running = pose(
  [
    178, 104, 140, 146, 186, 142, 128, 232, 160, 232, 104, 188, 132, 222, 222, 172, 252, 136, 96, 276, 48, 304, 198,
    262, 216, 332,
  ],
  { at: [132, 230], turn: 0, carried: true },
)

/** Slate, frost, lake, deep water and copper. */
export const deck: Deck = {
  kit: 'vest',
  tiers: {
    1: palette(['#86939B', '#77858D', '#A0ADB4', '#F2F6F7', '#152025', '#47565E'], LIGHT, []),
    2: palette(['#DCE8EC', '#C6D6DC', '#F4FAFC', '#12232B', '#DCE8EC', '#12232B'], DARK, ['#B4C8D0']),
    3: palette(['#1C6E86', '#155A6E', '#2F8FAA', '#F2F6F7', '#08303C', '#F2F6F7'], LIGHT, ['#0E4658', '#135467']),
    4: palette(['#0C2230', '#123044', '#1B435D', '#F2F6F7', '#061219', '#E0A070'], LIGHT, [
      '#7A4A2A',
      '#4C3A34',
      '#22313A',
    ]),
    5: palette(
      ['#D09A6C', '#F2D8BE', '#FFF2E4', '#1A0F08', '#EBC5A2', '#1A0F08'],
      DARK,
      ['#9C6234', '#B57A4A', '#CC9566', '#E2B48C'],
      '#EBC9AA',
    ),
  },
  foil: ['#B0703C', '#F6DCC2', '#CE9462', '#FFF2E4', '#A96A38', '#E6BC94'],
  teams: [
    { name: 'North Pier Foxes', jersey: CLOTH.teal, shorts: CLOTH.chalk },
    { name: 'Millrace Herons', jersey: CLOTH.chalk, shorts: CLOTH.blue },
    { name: 'Stone Bridge Larks', jersey: CLOTH.rust, shorts: CLOTH.black },
    { name: 'Weir Street Otters', jersey: CLOTH.blue, shorts: CLOTH.gold },
  ],
  positions: [
    ['A', running, [standing, reaching]],
    ['B', reaching, [running, standing]],
    ['C', reaching, [standing, running]],
  ],
  ball: '#E9E6DA',
}
