import { widthOf } from '@fieldhouse/design'
import { expect, it } from 'vitest'
import { headlineOf } from './headline'

const lines = (count: number) =>
  headlineOf('Union Yard Mules', ['Marquee', '41 of 150'], count).lines.map(({ text }) => text)

it('has two lines over three cards, three over five, four over eight', () => {
  expect(lines(3)).toEqual(['Union Yard Mules', 'Marquee, 41 of 150'])
  expect(lines(5)).toEqual(['Union Yard Mules', 'Marquee,', '41 of 150'])
  expect(lines(8)).toEqual(['Union', 'Yard Mules', 'Marquee,', '41 of 150'])
})

it('fits the column beside the best card, whatever it says', () => {
  for (const count of [1, 3, 5, 8, 20]) {
    const headline = headlineOf('Harbor St. Kites', ['Walk-on', '11,816 of 18,000'], count)
    for (const { text } of headline.lines) expect(widthOf(text.toUpperCase()) * headline.size).toBeLessThan(796)
    expect(headline.size).toBeGreaterThan(60)
  }
})

it('says in which size its two lines fit a narrow window', () => {
  const { narrow } = headlineOf('Pinewood Clocks', ['Capitán', '112 de 1200'], 8)
  expect(narrow).toBe(widthOf('CAPITÁN, 112 DE 1200'))
  expect(headlineOf('Five Walk-ons', null, 5).narrow).toBe(widthOf('FIVE WALK-ONS'))
})
