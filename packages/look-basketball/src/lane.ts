import type { LaneArt } from '@fieldhouse/design'

/** The key, the three-point line and the shot clock. */
export const lane: LaneArt = {
  ground: 'M0 17.5H376M0 35H376M0 52.5H376M0 70H376M0 87.5H376',
  marks:
    'M0 22a30 30 0 0 1 0 60M326 6H252A64 46 0 0 0 252 98H326M326 32H238V72H326M238 32a20 20 0 0 0 0 40M252 32v-5m16 5v-5m16 5v-5M252 72v5m16-5v5m16-5v5M318 42v20M316 52a6 6 0 1 0-12 0 6 6 0 1 0 12 0',
  goal: 326,
  scored: 310,
  ball: 'M18 0A18 18 0 1 0-18 0 18 18 0 1 0 18 0Z',
  seams: 'M-18 0H18M0-18V18M-12-13Q0 0-12 13M12-13Q0 0 12 13',
  hasClock: true,
}
