import type { Page } from 'playwright-core'

/** A movement of the layout that the visitor did not ask for, as CLS counts them. */
export interface Shift {
  value: number
  /** The elements that moved, as `tag#id.class`. */
  moved: string[]
}

/**
 * Records every layout shift of the documents that the page opens from now on. A document is shown when it is whole: what moves
 * while it comes depends on where it is cut, and is seen with `asItComes`.
 */
export async function layoutShifts(page: Page, { asItComes = false } = {}): Promise<void> {
  await page.addInitScript((asItComes) => {
    if (!asItComes) {
      const hidden = new CSSStyleSheet()
      hidden.replaceSync(':root { display: none }')
      document.adoptedStyleSheets.push(hidden)
      document.addEventListener('readystatechange', () => hidden.replaceSync(''), { once: true })
    }
    const shifts: { value: number; moved: string[] }[] = []
    ;(window as unknown as { layoutShifts: unknown }).layoutShifts = shifts
    interface LayoutShift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const name = ({ node }: { node?: Element }) =>
          node ? `${node.nodeName.toLowerCase()}#${node.id}.${node.className}` : 'gone'
        const rect = (box: DOMRectReadOnly) => `${box.x},${box.y} ${box.width}x${box.height}`
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(
            (source) => `${name(source)} from ${rect(source.previousRect)} to ${rect(source.currentRect)}`,
          ),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, asItComes)
}

/** The shifts so far, once two more frames were painted. */
export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    return (window as unknown as { layoutShifts: Shift[] }).layoutShifts
  })
}
