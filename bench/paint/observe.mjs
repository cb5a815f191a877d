/**
 * Runs in the page before anything of it does: keeps the paint times and tells when the page is alive, which is when React
 * owns what stands in header, footer and the islands that wait for nobody and the task that did it has ended, so that clicks
 * are heard.
 */
export function observePaint() {
  const seen = { lcp: 0, lcpElement: '', cls: 0, moved: [], lastLongTask: 0, alive: 0 }
  window.paintSeen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.lcp = entry.startTime
      seen.lcpElement = `${entry.element?.localName ?? 'gone'} ${entry.size}`
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      seen.cls += entry.value
      for (const { node } of entry.sources) seen.moved.push(node?.parentElement ? nameOf(node) : 'gone')
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.lastLongTask = Math.max(seen.lastLongTask, entry.startTime + entry.duration)
  }).observe({ type: 'longtask', buffered: true })

  const nameOf = (node) => {
    const element = node instanceof Element ? node : node.parentElement
    return `${element.localName}${element.id && `#${element.id}`} "${node.textContent.trim().slice(0, 20)}"`
  }
  const isAlive = ({ firstElementChild: first }) => {
    return Boolean(first && Object.keys(first).some((key) => key.startsWith('__reactFiber$')))
  }
  const look = setInterval(() => {
    const living = [...document.querySelectorAll('#fh-header, #fh-footer, #fh-main [data-when=idle]')]
    if (!document.getElementById('fh-footer') || !living.every(isAlive)) return
    seen.alive = performance.now()
    clearInterval(look)
  }, 10)
}
