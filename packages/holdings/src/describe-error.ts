import type { Language } from '@fieldhouse/contract'
import { type Explicable, explain } from '@fieldhouse/wallet-login'

/** Why not, in words; empty where they are not to be had. */
export async function describeError(error: Explicable, language: Language): Promise<string> {
  try {
    const { title, text } = await explain(error, language)
    return [title, text].filter(Boolean).join('. ').replace('..', '.')
  } catch {
    // The words are where the code is that signs: it did not load, so nothing was signed.
    return ''
  }
}
