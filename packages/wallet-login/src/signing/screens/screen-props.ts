/** What every screen of the signing dialog gets. */
export interface ScreenProps {
  /** Of the heading, which names the dialog. */
  id: string
  close: () => void
}
