/**
 * Runs in the page before anything of it does: keeps its first paint and tells when the page is alive, which is when React
 * owns what stands in the header and the islands that wait for nobody, or for a sight that they have, and the task that did
 * it has ended, so that clicks are heard.
 */
export function observePaint() {
  const seen = { alive: 0, first: 0 }
  window.paintSeen = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) seen.first = startTime
  }).observe({ type: 'paint', buffered: true })

  /** The host loads what is nearer than 200 px to the window. */
  const isAwaited = (element) =>
    element.dataset.when !== 'sight' || element.getBoundingClientRect().top < innerHeight + 200
  const isAlive = ({ firstElementChild: first }) => {
    return Boolean(first && Object.keys(first).some((key) => key.startsWith('__reactFiber$')))
  }
  window.watchLife = () => {
    seen.alive = 0
    const look = setInterval(() => {
      if (!document.getElementById('fh-footer')) return
      const living = [...document.querySelectorAll('#fh-header, #fh-main [data-when=idle], #fh-main [data-when=sight]')]
      if (!living.filter(isAwaited).every(isAlive)) return
      seen.alive = performance.now()
      clearInterval(look)
    }, 10)
  }
  window.watchLife()
}

/**
 * Runs in a page: keeps when a click comes, in the session's storage, and when the next page was painted and alive, if it is
 * shown in this page.
 *
 * @param {boolean} inFull lets the browser load the address
 */
export function watchClick(inFull) {
  const heading = document.querySelector('#fh-main h1')
  const look = () => {
    if (document.querySelector('#fh-main h1') === heading) return requestAnimationFrame(look)
    setTimeout(() => {
      window.nextPainted = performance.now()
      window.watchLife()
    })
  }
  window.addEventListener(
    'click',
    (event) => {
      sessionStorage.setItem('bench-clicked', String(performance.timeOrigin + event.timeStamp))
      if (inFull) event.stopPropagation()
      else requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
}
