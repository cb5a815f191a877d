import { useRoot } from '@fieldhouse/edition-kit'
import { textOfRow } from '@fieldhouse/i18n/row-text'

/** What a row of the chain says of a drop or a claim, in the page's language where the settings have it, else marked as English. */
export function RowText({ text }: { text: string }) {
  const { page, settings } = useRoot()
  const [localized, language] = textOfRow(text, page.language, settings.dropTexts)
  return (
    <span lang={language} data-row>
      {localized}
    </span>
  )
}
