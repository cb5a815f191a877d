import s from './Home.module.css'

/** The ellipse of the roof's outer chord, and how far below it the inner one runs, in units of the drawing. */
const ROOF = { centre: 720, bottom: 640, across: 900, up: 520 }
const DEEP = 58
const WEBS = 40

const round = (value: number) => Math.round(value)

/** A point of a chord, by how far along the drawing's width it is (0 to 1). */
const on = (along: number, below: number) => {
  const x = along * 1440
  const y = ROOF.bottom - ROOF.up * Math.sqrt(1 - ((x - ROOF.centre) / ROOF.across) ** 2)
  return `${round(x)} ${round(y + below)}`
}

const chord = (below: number) => `M${Array.from({ length: WEBS + 1 }, (_, index) => on(index / WEBS, below)).join('L')}`

const webs = `M${Array.from({ length: 2 * WEBS + 1 }, (_, index) => on(index / (2 * WEBS), index % 2 === 0 ? 0 : DEEP)).join('L')}`

/** The roof of the house, in section. */
export const Truss = () => (
  <svg className={s.truss} viewBox="0 0 1440 420" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    <path className={s.inside} d={`${chord(DEEP)}V420H0Z`} />
    <path className={s.web} d={webs} />
    <path className={s.inner} d={chord(DEEP)} />
    <path className={s.outer} d={chord(0)} />
  </svg>
)
