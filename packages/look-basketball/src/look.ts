import type { EditionLook } from '@fieldhouse/design'

/** The key and the arc on the wrapper, and quarters beside the headings: `Q|1`. */
export const basketball: EditionLook = {
  edition: 'basketball',
  side: 5,
  packLines:
    'M60 420V250H240V420M60 250a90 90 0 0 1 180 0M-20 420V300a170 190 0 0 1 340 0V420M166 350a16 16 0 1 0-32 0 16 16 0 1 0 32 0',
  sectionMark: (index) => ['Q', index],
  lane: () => import('./lane').then(({ lane }) => lane),
}
