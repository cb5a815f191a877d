import { cross } from '@fieldhouse/design'
import s from './OurSystem.module.css'

const ROUTES = `M0 390H1320M90 152V56H220m-14-12l16 12-16 12M1230 152V30m-14 16l14-18 14 18M940 152C940 100 900 80 840 72m16-16l-18 16 18 16M1006 500C1090 530 1170 500 1202 416m-20 8l22-10 4 24${cross(326, 66)}${cross(536, 58)}${cross(1056, 78)}${cross(1136, 46)}`

/** The chalk on the board: the line of scrimmage, routes, and the links of {@link SIDE} as it stands on it. */
export function BoardArt() {
  return (
    <svg className={s.art} viewBox="0 0 1320 660" aria-hidden="true">
      <path className={s.links} d="M430 240L600 240L515 490ZM680 500L940 490L940 240Z" />
      <path className={s.chalk} d={ROUTES} />
      <path className={s.thin} d="M0 402H1320" />
      <path className={`${s.chalk} ${s.pass}`} d="M680 406C680 260 688 120 730 30" />
    </svg>
  )
}
