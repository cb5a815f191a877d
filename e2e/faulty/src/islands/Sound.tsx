import { useState } from 'react'

export function Sound() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" id="sound" onClick={() => setCount(count + 1)}>
      pressed {count}
    </button>
  )
}
