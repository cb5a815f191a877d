import type { EditionLook } from '@fieldhouse/design'

/** A line and a circle on the wrapper, and numbers beside the headings: `1|2`. */
export const look: EditionLook = {
  edition: '__name__',
  side: 5,
  packLines: 'M0 210H300M230 210a80 80 0 1 0-160 0a80 80 0 1 0 160 0',
  sectionMark: (index) => [index, index + 1],
}
