import { type ComponentType, createElement, type ReactElement } from 'react'

/** A component that has some of its props already, such as a page's of one edition. It is made once, with its module. */
export const withProps =
  <Rest extends object, Known extends object>(Component: ComponentType<Known & Rest>, known: Known) =>
  (rest: Rest): ReactElement =>
    createElement(Component, { ...known, ...rest })
