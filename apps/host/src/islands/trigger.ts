/**
 * When an island's code is loaded.
 *
 * @param element the island's, in the page
 * @param load called once
 * @returns what forgets the island: it has left the page
 */
export type Trigger = (element: HTMLElement, load: () => void) => () => void
