export { Island, type IslandProps } from './island/Island'
export { createMount } from './mount/create-mount'
export { useHydrated, useLater, usePressedBefore } from './mount/hooks'
export { itemMarks, List, type ListProps, listMark, Slot, type SlotProps } from './mount/marks'
export {
  type Frame,
  type RootComponent,
  type RootProps,
  type Roots,
  type RootValue,
  reportUnloaded,
  useParameter,
  useRoot,
} from './mount/root'
export type { CardPictures } from './page/card-pictures'
export {
  type App,
  type AppStorey,
  collectApp,
  type Partial,
  type Partials,
  type PictureProps,
} from './page/collect-app'
export {
  type ByLanguage,
  definePage,
  type MenuEntry,
  type MenuGroup,
  type NotFoundPage,
  type Page,
} from './page/define-page'
export { usePages } from './page/menu'
