import { cross } from '@fieldhouse/design'
import s from './OurSystem.module.css'

const KEY = 'M40 8H1280M530 8V300H790V8M530 300a130 130 0 0 0 260 0M150 8V120A520 470 0 0 0 1170 120V8'
const RIM = 'M600 40H720M660 40v12M686 78a26 26 0 1 0-52 0a26 26 0 1 0 52 0'
const TICKS = 'M530 110h-20m20 60h-20m20 60h-20M790 110h20m-20 60h20m-20 60h20'

/** Half a court from the baseline, with the passes of {@link SIDE} as it stands on it, and the closer's way to the rim. */
export function CourtArt() {
  return (
    <svg className={s.art} viewBox="0 0 1320 660" aria-hidden="true">
      <path className={s.paint} d="M530 8V300H790V8Z" />
      <path className={s.lines} d={KEY + RIM + TICKS} />
      <path className={`${s.lines} ${s.dashed}`} d="M530 300a130 130 0 0 1 260 0" />
      <path className={`${s.pass} ${s.dashed}`} d="M752 470L1018 372" />
      <path className={s.pass} d="M992 366l28 5-16 24" />
      <path className={`${s.pass} ${s.dashed}`} d="M232 330L262 262" />
      <path className={s.pass} d="M240 276l23-16 3 28" />
      <path
        className={s.chalk}
        d={`M660 372c-30-34 30-52 0-88s30-50 0-86-12-40 0-70m-16 20l16-22 16 22${cross(706, 214)}${cross(560, 224)}`}
      />
    </svg>
  )
}
