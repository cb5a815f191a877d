import { inRoot, testRoot } from '@fieldhouse/edition-kit/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RowText } from './RowText'

const written = (text: string) => {
  const root = testRoot('es')
  const dropTexts = [{ en: 'welcome gift', es: 'regalo de bienvenida' }]
  return renderToStaticMarkup(inRoot(<RowText text={text} />, { ...root, settings: { ...root.settings, dropTexts } }))
}

it.each([
  ['welcome gift', '<span lang="es" data-row="true">regalo de bienvenida</span>'],
  ['welcome', '<span lang="en" data-row="true">welcome</span>'],
])(
  "says a row's words in the language of the page where the settings have them, else marks them: %s",
  (text, shown) => {
    expect(written(text)).toContain(shown)
  },
)
