import { defineTexts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { at, band } from '../card/geometry'

const portraitTexts = defineTexts({
  en: { label: '{{name}}, number {{number}}' },
  es: { label: '{{name}}, número {{number}}' },
})

const SKIN = {
  chalk: ['#EFE9DA', '#B9B3A4'],
  umber: ['#8A5A3C', '#5E3B26'],
  sand: ['#D9B48A', '#A88359'],
  night: ['#6E4B3A', '#47301F'],
  clay: ['#B9774D', '#8A5433'],
} as const

/** What lies over the head, and for some what falls behind it. */
const HAIR = {
  cap: ['M68 80a52 52 0 0 1 104-4l34 10-2 10-34-2q-56-8-102-2Z', ''],
  bob: ['M66 122V84a54 54 0 0 1 108-4v14q-42 0-60-22-8 26-22 34v26Z', ''],
  flat: ['M68 82V52l22-18h66l16 20v28q-44-14-104 0Z', ''],
  long: [
    'M66 100V84a54 54 0 0 1 108-2v12q-38-2-58-20-14 18-50 26Z',
    band(at([120, 92], 56), at([126, 176], 40), at([100, 176], 40)),
  ],
  fade: ['M70 78a50 50 0 0 1 100-2l-2 8q-48-14-96 2Z', ''],
  bun: ['M68 92a52 52 0 0 1 104-4q-36-6-52-22-16 20-52 26Z', band(at([118, 26], 20), at([122, 30], 20))],
  puff: [
    'M70 88a50 46 0 0 1 100-4q-26-22-52-18-30 2-48 22Z',
    band(at([92, 66], 44), at([150, 66], 44), at([122, 104], 40)),
  ],
  braid: ['M68 100a52 52 0 0 1 104-10q-44 0-70-24-8 22-18 34Z', band(at([84, 100], 16), at([70, 196], 9))],
  bald: ['', ''],
} as const

const BEARD = band(at([112, 138], 22), at([136, 138], 22), at([126, 152], 18))
const SHIRT = band(at([72, 238], 42), at([168, 238], 42), at([178, 330], 42), at([62, 330], 42))
const GAP = '#0E120E'

export interface PortraitProps {
  name: string
  /** On the shirt. */
  number: number
  skin: keyof typeof SKIN
  hair: keyof typeof HAIR
  hairColour: string
  /** The shirt, and its lighter side. */
  shirt: readonly [base: string, light: string]
  wears?: 'glasses' | 'headphones' | 'beard'
}

/** A bust out of the athletes' own shapes, tapered capsules bridged by a gap, without a face: 240 by 330. */
export function Portrait({ name, number, skin, hair, hairColour, shirt, wears }: PortraitProps): ReactNode {
  const { t } = useTexts(portraitTexts)
  const part = (d: string, fill: string) =>
    d && <path d={d} fill={fill} stroke={GAP} strokeWidth={5} strokeLinejoin="round" paintOrder="stroke" />
  const [over, behind] = HAIR[hair]
  const [face, neck] = SKIN[skin]
  const [base, light] = shirt
  // Chalk, gold and orange carry a dark number.
  const isLight = Number.parseInt(base.slice(1, 3), 16) > 200
  return (
    <svg viewBox="0 0 240 330" role="img" aria-label={t('label', { name, number })}>
      {part(behind, hairColour)}
      {part(SHIRT, base)}
      <path d="M40 222L96 198L82 340H20Z" fill={light} />
      {part(band(at([120, 150], 24), at([120, 206], 28)), neck)}
      {part(band(at([120, 88], 50), at([126, 128], 32)), face)}
      {wears === 'beard' && <path d={BEARD} fill={hairColour} />}
      {part(over, hairColour)}
      {wears === 'glasses' && (
        <path
          d="M108 100h26v20h-26ZM142 100h24v20h-24ZM134 106h8M108 106H76"
          fill="none"
          stroke={GAP}
          strokeWidth={5}
        />
      )}
      {wears === 'headphones' && (
        <>
          <path d="M70 96a52 52 0 0 1 102-6" fill="none" stroke="#F3F1E8" strokeWidth={9} />
          {part(band(at([74, 100], 15), at([76, 118], 15)), '#F3F1E8')}
        </>
      )}
      <text
        className="fh-numeral"
        x={126}
        y={300}
        textAnchor="middle"
        fontSize={70}
        fill={isLight ? '#14110A' : '#F7F1E2'}
      >
        {number}
      </text>
    </svg>
  )
}
