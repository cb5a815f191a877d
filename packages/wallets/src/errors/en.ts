/** All that `explain` says. `{}` is where the number of an assertion goes, or the node's own text. */
export const en = {
  /** What kept a wallet from doing what it was asked. A text alone stands below a sentence of section 8. */
  kinds: {
    cancelled: { title: 'Cancelled', text: 'Nothing was signed and nothing was paid. You can try again any time.' },
    'popup-blocked': {
      title: 'Your browser blocked the wallet',
      text: 'Allow pop-up windows for this site (look for the icon in the address bar), then try again.',
    },
    'popup-closed': {
      title: 'The wallet window was closed',
      text: 'It was closed before your wallet had answered, so nothing was signed. Try again and leave it open until it closes by itself.',
    },
    refused: {
      title: 'Declined in your wallet',
      text: 'The request was declined in your wallet. Nothing was signed and nothing was paid. If that was a mistake, try again.',
    },
    identity:
      'The wallet did not prove that this account is yours. Choose the right account in it, log in again and try once more.',
    timeout: {
      title: 'No answer from your wallet',
      text: 'Open your wallet, check that it is unlocked, and try again. Nothing was paid.',
    },
    delivery:
      'Your request did not reach your wallet. Check that its device is on and online, or sign manually with the QR code.',
    'provider-absent': {
      title: 'Wombat is not here',
      text: 'Open this page in the Wombat app, or add its browser extension and load the page again.',
    },
    expired: {
      title: 'Too late',
      text: 'A request is valid for a short time, and this one ran out. Nothing was paid. Try again and sign soon.',
    },
    'fee-declined':
      'Without the fee your account cannot do this now. Nothing was paid. Accept the fee, or wait until your account has recovered.',
    'invalid-callback':
      'The answer did not belong to this request, so we did not send it on. Load the page again and try once more.',
    'invalid-flags':
      'The request was changed to do more than sign, so we sent nothing. Load the page again and try once more.',
    'no-modify':
      'What came back is not what you asked for. Nothing was sent or paid. Try again; if it happens again, use another wallet.',
    'cosign-identity': 'A login says who you are, and nobody else may sign it. Log in again.',
    'unsupported-chain': {
      title: 'Not on this chain',
      text: 'This is not possible on the chain that this site uses. Choose WAX in your wallet and try again.',
    },
    'wrong-chain':
      'Your wallet answered for another chain than the one this site uses. Change the network in your wallet and try again.',
    'invalid-provider-response':
      'The service that covers what a transaction uses on the chain gave an answer we cannot trust. Try again in a moment.',
    'no-signature': 'The answer came without a signature. Nothing was paid. Try again.',
    'missing-storage': 'We have lost the link to your wallet. Sign manually now, or log out and in again to link it.',
    left: {
      title: 'The page was left too early',
      text: 'It was left before your wallet answered. Nothing was sent and nothing was paid.',
    },
    'other-wallet': {
      title: 'Request closed',
      text: 'You use another wallet now, and it cannot answer this request. Nothing was sent and nothing was paid.',
    },
    'left-line': {
      title: 'You left the line',
      text: 'Nothing was sent and nothing was paid. Your order is as you left it.',
    },
    insecure: {
      title: 'Not without https',
      text: 'Nothing can be signed on a page whose connection is not secure, and nothing was paid. Open the same address with https.',
    },
    elsewhere: {
      title: 'Finish in the other tab',
      text: 'Another tab of this site is waiting for your wallet. Finish there first.',
    },
    underway: {
      title: 'One thing first',
      text: 'We do not know yet how your last transaction ended. We will tell you in a moment; try again then.',
    },
    'not-logged-in': { title: 'Log in first', text: 'You need to log in with a wallet for this.' },
    resources: {
      title: 'Your account has run out of resources',
      text: 'Your account has used up its share of the chain. Wait, or add resources in your wallet, and try again. Nothing was paid.',
    },
    chain: {
      title: 'The chain said no',
      text: 'The transaction was not carried out and nothing was paid. The reason given: “{}”.',
    },
    unclear: {
      title: 'We do not know yet',
      text: 'Sent, but the answer was lost. Look at your balance or cards in a few minutes before you try again, or you may pay twice. The id of the transaction: {}',
    },
    network: {
      title: 'No connection',
      text: 'We could not reach the chain or this site. Nothing was sent. Check your connection and try again in a moment.',
    },
    unknown: {
      title: 'Something went wrong',
      text: 'Your wallet could not do this, and nothing was sent. Try again; if it happens again, ask us on Discord. What the wallet said: “{}”.',
    },
  },
  /** What a transaction can use up, and `time` when the chain was too busy for it. */
  resources: {
    cpu: {
      title: 'Your account is out of CPU',
      text: 'CPU, computing time on the chain, comes back within a day. To go on now, stake WAX for it in your wallet. Nothing was paid.',
    },
    net: {
      title: 'Your account is out of NET',
      text: 'NET, data sent to the chain, comes back within a day. To go on now, stake WAX for it in your wallet. Nothing was paid.',
    },
    ram: {
      title: 'Your account is out of RAM',
      text: "RAM is your account's storage on the chain, and it is full. Buy a little in your wallet and try again. Nothing was paid.",
    },
    time: {
      title: 'The chain is busy',
      text: 'The chain had no time for your transaction just now. Nothing was paid. Try again shortly.',
    },
  },
  offerExpired: {
    title: 'Offer expired',
    text: 'The fee on offer was valid for a short time only. Nothing was paid. Try again to get a new offer.',
  },
  /** The "no" of a contract or a node that people meet and can do something about. */
  assertions: {
    priceMoved: {
      title: 'The price moved',
      text: 'The price of WAX changed while you were signing. Nothing was paid. Try again with the new price.',
    },
    soldOut: { title: 'Sold out', text: 'Someone else got the last pack. Nothing was paid.' },
    fewLeft: {
      title: 'Only {} left',
      text: 'There are not that many packs left. Nothing was paid. Choose at most {}.',
    },
    notStarted: {
      title: 'Not on sale yet',
      text: 'The sale has not started yet. Nothing was paid. Try again when the countdown is at zero.',
    },
    ended: { title: 'The sale is over', text: 'This sale has ended. Nothing was paid.' },
    limit: {
      title: 'You have reached the limit',
      text: 'Each account can buy {} of this pack. Nothing was paid.',
    },
    invited: { title: 'For invited accounts', text: 'This sale is for invited accounts only. Nothing was paid.' },
    balance: {
      title: 'Not enough WAX',
      text: 'Your account does not hold enough WAX for this. Nothing was paid. Top it up or choose fewer packs.',
    },
    partner: {
      title: 'Partner code not valid',
      text: 'This partner code does not exist or cannot be used now. Nothing was paid. Try again without it.',
    },
    authority: {
      title: 'Signed by another account',
      text: 'The account logged in here did not sign. Nothing was paid. Choose this account in your wallet, or log in with the other.',
    },
    noAccount: {
      title: 'No account yet',
      text: 'Your Cloud Wallet has no account on the chain yet. Finish setting it up in the wallet, then log in again.',
    },
  },
}
