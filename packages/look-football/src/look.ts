import type { EditionLook } from '@fieldhouse/design'

/** Yard lines on the wrapper with their hash marks, and yards counted in tens beside the headings: `2|0`. */
export const football: EditionLook = {
  edition: 'football',
  side: 11,
  packLines: `M0 110H300M0 160H300M0 210H300M0 260H300M0 310H300${[98, 202]
    .flatMap((x) =>
      [120, 130, 140, 150, 170, 180, 190, 200, 220, 230, 240, 250, 270, 280, 290, 300].map((y) => `M${x} ${y - 5}v10`),
    )
    .join('')}`,
  sectionMark: (index) => [index + 1, 0],
}
