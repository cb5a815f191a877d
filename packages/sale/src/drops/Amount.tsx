import { useDropTexts } from './texts'

/** Each language puts the amount where it wants; it stands out, so the sentence is cut there. */
export function Amount({ text, amount, total }: { text: 'left' | 'packs'; amount: string; total: string }) {
  const [before, after] = useDropTexts()(text, { amount: '|', total }).split('|')
  return (
    <span>
      {before}
      <b>{amount}</b>
      {after}
    </span>
  )
}
