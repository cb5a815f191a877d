import { subscribeToUser } from '@fieldhouse/wallet-login'
import { useEffect } from 'react'

export function Listener() {
  useEffect(
    () =>
      subscribeToUser(() => {
        throw new Error('made to fail in a listener')
      }),
    [],
  )
  return <p id="fault">readable</p>
}
