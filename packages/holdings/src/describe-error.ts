import type { Language } from '@fieldhouse/contract'
import { defineTexts, textsIn } from '@fieldhouse/i18n'
import { type Explicable, explain } from '@fieldhouse/wallet-login'

const texts = defineTexts({
  en: { unloaded: 'The part of the page that signs did not load. Load the page again.' },
  es: { unloaded: 'No se ha cargado la parte de la página que firma. Recarga la página.' },
})

/** Why not, in words. */
export async function describeError(error: Explicable, language: Language): Promise<string> {
  try {
    const { title, text } = await explain(error, language)
    return [title, text].filter(Boolean).join('. ').replace('..', '.')
  } catch {
    // The words are where the code is that signs: it did not load, so nothing was signed.
    return textsIn(texts, language)('unloaded')
  }
}
