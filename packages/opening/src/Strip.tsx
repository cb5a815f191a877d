import { useState } from 'react'
import s from './Wait.module.css'

/** So far the strip is pulled that it tears, of 100. */
const TORN = 80

/** The strip of the wrapper, which a pointer pulls across. The button beside it does the same. */
export function Strip({ onTorn }: { onTorn: () => void }) {
  const [pulled, pull] = useState(0)
  const release = () => {
    if (pulled >= TORN) onTorn()
    pull(0)
  }
  return (
    <>
      <svg className={s.way} viewBox="0 0 600 60" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <path d="M0 30H560M540 12L562 30L540 48" />
      </svg>
      <input
        type="range"
        className={s.strip}
        tabIndex={-1}
        aria-hidden="true"
        value={pulled}
        onChange={({ target }) => pull(Number(target.value))}
        onPointerUp={release}
        onPointerCancel={() => pull(0)}
      />
    </>
  )
}
