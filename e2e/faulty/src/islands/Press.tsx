import { useState } from 'react'

export function Press() {
  const [pressed, setPressed] = useState(false)
  if (pressed) throw new Error('made to fail while it renders after a press')
  return (
    <button type="button" id="fault" onClick={() => setPressed(true)}>
      readable
    </button>
  )
}
