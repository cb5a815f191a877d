import { LANGUAGES } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { onlooker, open, settled } from '../harness/browser'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

const running = await site({ buyers: 0 })

/** A drop's place has a height that does not depend on what stands in it, and cuts what reaches out of it. */
it.each([320, 360, 768, 1024, 1280, 1440])('cuts nothing of a drop at %i pixels, in both languages', async (width) => {
  const { page } = await onlooker({ viewport: { width, height: 900 } })
  for (const edition of ['football', 'basketball'])
    for (const language of LANGUAGES) {
      await open(page, `${running.address}/${edition}?lang=${language}`)
      await settled(page)
      expect(await drops(page).count()).toBeGreaterThan(2)
      const cut = await drops(page).evaluateAll((places) =>
        places.flatMap((place) => {
          const { bottom, right } = place.getBoundingClientRect()
          return [...place.querySelectorAll('button, p, time, h3')]
            .filter((element) => {
              const box = element.getBoundingClientRect()
              return box.width > 1 && (box.bottom > bottom || box.right > right)
            })
            .map((element) => element.textContent)
        }),
      )
      expect(cut, `${edition} in ${language}`).toEqual([])
    }
})
