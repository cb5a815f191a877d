import { WALLETS } from '@fieldhouse/wallet-login'

/** Where something stands: a cookie goes with every request, the other two stay in the browser. */
export type Place = 'cookie' | 'local' | 'session' | 'cache'

/** Something that the site keeps in a visitor's browser. */
export interface Stored {
  /** As the browser lists it; a star stands for what differs. */
  name: string
  place: Place
  /** What is said of it; what several do together is said once. */
  purpose:
    | 'language'
    | 'bucket'
    | 'preview'
    | 'looks'
    | 'theme'
    | 'user'
    | 'anchor'
    | 'signedIn'
    | 'basket'
    | 'buying'
    | 'place'
    | 'earlier'
    | 'wall'
    | 'sound'
    | 'running'
    | 'visited'
    | 'pages'
}

/** All of it, whatever a visitor does here. `stored.test.ts` and `e2e/tests/legal.test.ts` compare it with what is stored. */
export const STORED: readonly Stored[] = [
  { name: 'language', place: 'cookie', purpose: 'language' },
  { name: 'bucket', place: 'cookie', purpose: 'bucket' },
  { name: 'preview', place: 'cookie', purpose: 'preview' },
  { name: 'looks', place: 'cookie', purpose: 'looks' },
  ...WALLETS.flatMap((wallet) =>
    'cookieLifetime' in wallet ? ({ name: wallet.record, place: 'cookie', purpose: 'signedIn' } as const) : [],
  ),
  { name: 'theme', place: 'local', purpose: 'theme' },
  ...WALLETS.map(({ record: name }) => ({ name, place: 'local', purpose: 'user' }) as const),
  { name: 'anchor-link-*', place: 'local', purpose: 'anchor' },
  { name: 'fieldhouse.basket', place: 'local', purpose: 'basket' },
  { name: 'fieldhouse.record.*', place: 'local', purpose: 'buying' },
  { name: 'fieldhouse.places', place: 'local', purpose: 'place' },
  { name: 'fieldhouse.asked', place: 'local', purpose: 'earlier' },
  { name: 'fieldhouse.pending', place: 'local', purpose: 'earlier' },
  { name: 'fieldhouse.bought', place: 'local', purpose: 'earlier' },
  { name: 'fh-wall', place: 'local', purpose: 'wall' },
  { name: 'fh-stage-sound', place: 'local', purpose: 'sound' },
  { name: 'fieldhouse.visited', place: 'local', purpose: 'visited' },
  { name: 'fieldhouse-pages', place: 'cache', purpose: 'pages' },
  { name: 'fieldhouse-files', place: 'cache', purpose: 'pages' },
  { name: 'fieldhouse.running', place: 'session', purpose: 'running' },
]
