import { transactionLink } from '@fieldhouse/chain-data/client'
import { SiteLink } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'

/** A transaction's id, shortened, as a link to where anybody can read it. */
export function Transaction({ id }: { id: string }) {
  const { network } = useRoot().settings
  const address = transactionLink(network, id)
  const short = `${id.slice(0, 4)}…${id.slice(-4)}`
  if (address === '') return <span title={id}>{short}</span>
  return (
    <SiteLink external href={address}>
      {short}
    </SiteLink>
  )
}
