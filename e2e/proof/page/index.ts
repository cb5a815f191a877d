import { anchorLink } from './anchor-link'
import type { Outcome, Visit } from './outcome'
import { waxjs } from './waxjs'
import { wharfkitAnchor, wharfkitCloudWallet } from './wharfkit'
import { wombat } from './wombat'

const libraries: Record<string, (visit: Visit) => Promise<Outcome>> = {
  'anchor-link': anchorLink,
  '@wharfkit/session with Anchor': wharfkitAnchor,
  '@wharfkit/session with Cloud Wallet': wharfkitCloudWallet,
  '@waxio/waxjs': waxjs,
  'ual-wombat': wombat,
}

// A button each: popups open in a click. The outcome stands in the page as text.
const visit = JSON.parse(document.getElementById('visit')?.textContent ?? '{}') as Visit
for (const [name, run] of Object.entries(libraries)) {
  const button = document.createElement('button')
  button.textContent = name
  button.onclick = () => {
    run(visit).then(
      (outcome) => tell(JSON.stringify(outcome)),
      (error) => tell(`failed: ${error?.cause ?? ''} ${error?.stack ?? error}`),
    )
  }
  document.body.append(button)
}

function tell(text: string) {
  const output = document.createElement('output')
  output.textContent = text
  document.body.append(output)
}
