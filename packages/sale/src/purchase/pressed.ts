/** Id of the element that a drop's link goes to while the page's code is not there: the press stands in the address. */
export const pressedId = (dropId: string): string => `buy-${dropId}`

/** The drop whose link was pressed before, empty for none. The address forgets it: it holds for one purchase. */
export function takePressed(): string {
  const [, dropId = ''] = /^#buy-(\d+)$/.exec(location.hash) ?? []
  if (dropId) history.replaceState(history.state, '', location.pathname + location.search)
  return dropId
}
