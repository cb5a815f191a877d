import { definePage, Island } from '@fieldhouse/edition-kit'
import type { ComponentType } from 'react'
import { Sound } from './islands/Sound'

/** A page with an island that is made to fail, and one that is not. */
export const faultyPage = (path: string, Fault: ComponentType) =>
  definePage({
    path,
    look: 'default',
    title: { en: path, es: path },
    description: { en: path, es: path },
    Main: () => (
      <article>
        <h1>{path}</h1>
        <Island of={Fault} when="idle" props={{}} />
        <Island of={Sound} when="idle" props={{}} />
      </article>
    ),
  })
