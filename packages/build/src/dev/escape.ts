const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '\0': '\uFFFD',
}

/** A value as text, or inside of a double-quoted attribute, with the references that React and the gateway write. */
export const escaped = (value: string): string => value.replace(/[&<>"'\0]/g, (letter) => REFERENCES[letter] ?? '')

/** A value as JSON that can stand inside a script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
