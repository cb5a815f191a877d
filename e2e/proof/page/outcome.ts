/** What a wallet library reports of a whole visit: who logged in and what was pushed. */
export interface Outcome {
  account: string
  permission: string
  transactionId: string
}

/** What a visit is told. */
export interface Visit {
  /** The development chain's. */
  chainId: string
  /** The link service, as an absolute address. */
  linkService: string
  /** Origin of the stand-in Cloud Wallet. */
  cloudWallet: string
  /** The text of the transfer that is pushed: each visit has its own. */
  memo: string
}

/** Hands a signing request to the stand-in Anchor: what a person does with a QR code. Put into the page by the test. */
declare global {
  interface Window {
    handOver: (request: string) => Promise<void>
  }
}

/** The smallest transfer, which every library signs and pushes. */
export const transfer = (from: string, permission: string, memo: string) => ({
  account: 'eosio.token',
  name: 'transfer',
  authorization: [{ actor: from, permission }],
  data: { from, to: 'bruno.wam', quantity: '0.00000001 WAX', memo },
})
