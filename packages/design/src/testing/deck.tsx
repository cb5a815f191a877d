import { I18nRoot } from '@fieldhouse/i18n'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Card } from '../card/Card'
import type { Deck } from '../card/deck'
import { traitsOf } from '../card/deck'
import { TIERS } from '../card/tier'

const markupOf = (deck: Deck, templateId: number, cut: 'full' | 'small' = 'full') =>
  renderToStaticMarkup(
    <I18nRoot language="en">
      <Card deck={deck} templateId={templateId} mint={7} cut={cut} />
    </I18nRoot>,
  )

/** The first template id of a tier. */
function ofTier(deck: Deck, tier: number): number {
  for (let id = 1; ; id++) if (traitsOf(deck, id).tier === tier) return id
}

/** What must hold of the cards of every deck. */
export function testDeck(deck: Deck): void {
  it('is the same for the same template id', () => {
    expect(markupOf(deck, 700101)).toBe(markupOf(deck, 700101))
    expect(markupOf(deck, 700101)).not.toBe(markupOf(deck, 700102))
  })

  it('tells the five tiers apart without colour', () => {
    const drawings = TIERS.map((tier) => {
      const markup = markupOf(deck, ofTier(deck, tier))
      const colourless = markup.replaceAll(/ (fill|stroke|stop-color)="[^"]*"/g, '')
      const outline = /<clipPath[^>]*><path d="([^"]*)"/.exec(colourless)?.[1]
      return { outline, frame: colourless.slice(-260) }
    })
    expect(new Set(drawings.map(({ frame }) => frame)).size).toBe(TIERS.length)
    expect(new Set(drawings.map(({ outline }) => outline)).size).toBe(TIERS.length - 1)
  })

  it('counts its tier in thick marks', () => {
    for (const tier of TIERS) {
      const markup = markupOf(deck, ofTier(deck, tier))
      const thick = /<path d="((?:M\d+ 13V31)+)" stroke-width="7"/.exec(markup)?.[1] ?? ''
      expect(thick.match(/M/g)).toHaveLength(tier)
    }
  })

  it('uses attributes for colours and shapes, never a style', () => {
    for (const tier of TIERS)
      for (const cut of ['full', 'small'] as const)
        expect(markupOf(deck, ofTier(deck, tier), cut)).not.toMatch(/style=|NaN|undefined/)
  })

  it('draws the rarest of a position as no other of it', () => {
    const dealt = Array.from({ length: 4000 }, (_, id) => traitsOf(deck, id))
    for (const name of new Set(dealt.map(({ position }) => position))) {
      const cards = dealt.filter(({ position }) => position === name)
      const poses = (isRarest: boolean) =>
        new Set(cards.filter(({ tier }) => (tier === 5) === isRarest).map(({ pose }) => pose))
      expect(poses(true).size).toBe(1)
      expect([...poses(false)]).not.toContain([...poses(true)][0])
      expect(poses(false).size).toBeGreaterThanOrEqual(2)
    }
  })

  it('deals every tier, team, position and number from 1 to 99', () => {
    const dealt = Array.from({ length: 4000 }, (_, id) => traitsOf(deck, id))
    expect(new Set(dealt.map(({ tier }) => tier)).size).toBe(5)
    expect(new Set(dealt.map(({ team }) => team.name)).size).toBe(deck.teams.length)
    expect(new Set(dealt.map(({ number }) => number)).size).toBe(99)
    expect(Math.min(...dealt.map(({ number }) => number))).toBe(1)
  })
}
