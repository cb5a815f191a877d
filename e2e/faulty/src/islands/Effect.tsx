import { useEffect } from 'react'

export function Effect() {
  useEffect(() => {
    throw new Error('made to fail in an effect')
  }, [])
  return <p id="fault">readable</p>
}
