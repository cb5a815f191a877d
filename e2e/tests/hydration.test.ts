import { LANGUAGES } from '@fieldhouse/contract'
import { describe, expect, it } from 'vitest'
import { allIslands, lookAt, onlooker, open, settled, visitor } from '../harness/browser'
import { drops } from '../harness/drops'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { mainPaths, routes } from '../harness/routes'
import { site } from '../harness/site'

describe.each([0, 3, 12] as const)('with %i drops', async (count) => {
  // Nobody buys: a drop that sells out between the page and its hydration moves, and should.
  const development = await site({ drops: count, buyers: 0, react: 'development' })
  const production = await site({ drops: count, buyers: 0 })

  it.each(mainPaths)(
    '%s hydrates without a warning and without a recoverable error, in both languages',
    async (path) => {
      for (const language of LANGUAGES) {
        const { page, troubles } = await lookAt(`${development.address}${path}?lang=${language}`)
        await settled(page)
        await allIslands(page)
        expect(troubles.all()).toEqual([])
      }
    },
  )

  it.each([360, 768, 1440])('nothing shifts at %i pixels', async (width) => {
    const { page, troubles } = await visitor({ viewport: { width, height: 800 } })
    await layoutShifts(page)
    for (const path of mainPaths) {
      await open(page, `${production.address}${path}`)
      await settled(page)
      expect(await shiftsOf(page), path).toEqual([])
      expect(troubles.all()).toEqual([])
    }
  })

  it('shows the same drops before and after hydration', async () => {
    const scriptless = await onlooker({ javaScriptEnabled: false })
    await scriptless.page.goto(`${production.address}/football`)
    const before = await drops(scriptless.page).count()
    const { page } = await lookAt(`${production.address}/football`)
    await settled(page)
    await expect.poll(() => drops(page).count()).toBe(before)
    if (count === 0) expect(before).toBe(0)
    else expect(before).toBeGreaterThan(0)
  })
})

describe('every route', async () => {
  const development = await site({ react: 'development' })

  it.each(routes)('$path hydrates without a warning', async ({ path }) => {
    const { page, troubles } = await lookAt(`${development.address}${path}`)
    await settled(page)
    await allIslands(page)
    expect(troubles.all()).toEqual([])
  })

  it('an unknown path hydrates with nothing but its own 404 to complain of', async () => {
    const { page, troubles } = await lookAt(`${development.address}/football/superbowel`)
    await settled(page)
    await allIslands(page)
    expect(await page.getByText('There is no page at').textContent()).toContain('/football/superbowel')
    expect(await page.locator('#fh-main').getByRole('link', { name: 'SuperBowl' }).getAttribute('href')).toBe(
      '/football/superbowl',
    )
    expect(troubles.reports).toEqual([])
    expect(troubles.violations).toEqual([])
    expect(troubles.requests).toEqual([`${development.address}/football/superbowel: 404`])
    expect(troubles.console.filter((line) => !line.includes('404'))).toEqual([])
  })

  it('an island whose markup differs from what React renders is found out', async () => {
    const { page, troubles } = await visitor()
    await page.route(`${development.address}/football`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('aria-label="Packs on sale"', 'aria-label="Other packs"'),
      })
    })
    await page.goto(`${development.address}/football`)
    await expect.poll(() => troubles.all().join('\n')).toMatch(/hydrat|did not match|mismatch/i)
  })
})
