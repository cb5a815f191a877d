import type { Keep } from './site'

/** What makes an island the same one in two releases: its code, which a development build writes beside it, and its props. */
const SAME = ['island', 'code', 'prefix', 'props', 'when']

/**
 * Puts the main of a new release in around the living islands that it does not change: what is open, typed or scrolled in
 * them stays, because they and what they stand in never leave the document.
 */
export const keepIslands: Keep = (main, content, alive) => {
  const places = new Map<Element, Element>()
  const kept = new Set<HTMLElement>()
  for (const next of content.querySelectorAll<HTMLElement>('[data-island][data-code]')) {
    const island = alive.find(({ dataset }) => SAME.every((name) => dataset[name] === next.dataset[name]))
    const way = island && !kept.has(island) && samePlace(next, island, content, main)
    if (!way || way.some(([from, to]) => (places.get(from) ?? to) !== to)) continue
    for (const [from, to] of way) places.set(from, to)
    kept.add(island)
  }
  return { kept, in: () => merge(main, content, places, kept) }
}

/** The pairs from two elements up to what they stand in; null where these differ. */
function samePlace(next: Element, old: Element, content: Node, main: Node): [Element, Element][] | null {
  const way: [Element, Element][] = [[next, old]]
  let [from, to] = [next.parentNode, old.parentNode]
  while (from !== content && to !== main) {
    if (!(from instanceof Element && to instanceof Element && from.localName === to.localName)) return null
    way.push([from, to])
    ;[from, to] = [from.parentNode, to.parentNode]
  }
  return from === content && to === main ? way : null
}

/** Makes the inside of an element that of another, and moves none of the nodes that have a place in both. */
function merge(old: Element, next: ParentNode, places: ReadonlyMap<Node, Element>, kept: ReadonlySet<Node>): void {
  const children = [...next.childNodes]
  const wanted = children.map((child) => places.get(child) ?? child)
  for (const child of [...old.childNodes]) if (!wanted.includes(child)) child.remove()
  let at = old.firstChild
  for (const [index, child] of wanted.entries()) {
    if (child === at) at = at.nextSibling
    else old.insertBefore(child, at)
    const from = children[index]
    if (child === from || kept.has(child)) continue
    takeAttributes(child as Element, from as Element)
    merge(child as Element, from as Element, places, kept)
  }
}

function takeAttributes(old: Element, next: Element): void {
  for (const name of old.getAttributeNames()) if (!next.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes) old.setAttribute(name, value)
}
