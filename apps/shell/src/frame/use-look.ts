import type { Look, PageInfo } from '@fieldhouse/contract'
import { useEffect } from 'react'

/** Where an unknown path leaves the looks that it stands in, for a day: the gateway composes a reload in them. */
const COOKIE = 'looks'

/** The look of the header. On an unknown path it is the previous page's, over a reload too (specification, section 2). */
export function useLook({ status, header, footer }: PageInfo): Look {
  useEffect(() => {
    if (status !== 404) return
    // At that address alone: a semicolon would end it and begin something else.
    const [path] = location.pathname.split(';')
    // biome-ignore lint/suspicious/noDocumentCookie: the gateway has to read it with the next document
    document.cookie = `${COOKIE}=${header}.${footer}; path=${path}; max-age=86400; samesite=lax`
  })
  // The host puts the previous page's in the place of none.
  return header ?? 'default'
}
