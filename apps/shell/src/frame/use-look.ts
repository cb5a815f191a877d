import type { Look, PageInfo } from '@fieldhouse/contract'
import { useEffect, useState } from 'react'

/** Where an unknown path leaves the looks that it stands in, for a day: the gateway composes a reload in them. */
const COOKIE = 'looks'

/** The look of the header: for an unknown path the previous one stays (specification, section 2), over a reload too. */
export function useLook({ status, header, footer }: PageInfo): Look {
  const [look, setLook] = useState<Look>(header ?? 'default')
  if (header !== null && header !== look) setLook(header)
  const shown = header ?? look
  useEffect(() => {
    if (status !== 404) return
    // At that address alone: a semicolon would end it and begin something else.
    const [path] = location.pathname.split(';')
    // biome-ignore lint/suspicious/noDocumentCookie: the gateway has to read it with the next document
    document.cookie = `${COOKIE}=${shown}.${footer}; path=${path}; max-age=86400; samesite=lax`
  })
  return shown
}
