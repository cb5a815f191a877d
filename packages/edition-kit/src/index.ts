export { Island, type IslandProps } from './island/Island'
export { createMount } from './mount/create-mount'
export { useHydrated } from './mount/hydrated'
export { useLater } from './mount/later'
export { itemMarks, List, type ListProps, listMark } from './mount/list'
export { usePressedBefore } from './mount/pressed'
export {
  type Frame,
  type RootComponent,
  type RootProps,
  type Roots,
  type RootValue,
  useParameter,
  useRoot,
} from './mount/root'
export { Slot, type SlotProps } from './mount/slot'
export { type App, collectApp, type Partial, type Partials, type PictureProps } from './page/collect-app'
export {
  type ByLanguage,
  definePage,
  type MenuEntry,
  type MenuGroup,
  type NotFoundPage,
  type Page,
} from './page/define-page'
export { usePages } from './page/pages'
