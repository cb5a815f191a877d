import { AbstractUserInterface, cancelable, type PromptArgs, type PromptResponse, SessionKit } from '@wharfkit/session'
import { WalletPluginAnchor } from '@wharfkit/wallet-plugin-anchor'
import { WalletPluginCloudWallet } from '@wharfkit/wallet-plugin-cloudwallet'
import { type Outcome, transfer, type Visit } from './outcome'

/** An interface without a face: it takes the first wallet and hands each QR code over. */
class Unseen extends AbstractUserInterface {
  async login() {
    return { walletPluginIndex: 0 }
  }

  prompt({ elements }: PromptArgs) {
    const code = elements.find((element) => element.type === 'qr')
    if (code) void window.handOver(String(code.data))
    // It ends when the wallet has answered and the kit has gone on.
    return cancelable<PromptResponse>(new Promise(() => {}))
  }

  async onAccountCreate(): Promise<never> {
    throw new Error('no account is created in this visit')
  }

  async onAccountCreateComplete() {}
  async onError() {}
  async onLogin() {}
  async onLoginComplete() {}
  async onTransact() {}
  async onTransactComplete() {}
  async onSign() {}
  async onSignComplete() {}
  async onBroadcast() {}
  async onBroadcastComplete() {}
  status() {}
  override addTranslations() {}
  override translate(key: string) {
    return key
  }
  override getTranslate() {
    return this.translate
  }
}

async function visit(kit: SessionKit, memo: string): Promise<Outcome> {
  const { session } = await kit.login()
  const account = String(session.actor)
  const permission = String(session.permission)
  const { resolved } = await session.transact({ action: transfer(account, permission, memo) })
  if (!resolved) throw new Error('the kit reports no transaction')
  return { account, permission, transactionId: String(resolved.transaction.id) }
}

const kit = (chainId: string, wallet: WalletPluginAnchor | WalletPluginCloudWallet) =>
  new SessionKit({
    appName: 'fieldhouse-proof',
    chains: [{ id: chainId, url: location.origin }],
    ui: new Unseen(),
    walletPlugins: [wallet],
  })

/** The kit's Anchor plugin, over the link service. */
export const wharfkitAnchor = ({ chainId, linkService, memo }: Visit): Promise<Outcome> =>
  visit(kit(chainId, new WalletPluginAnchor({ buoyUrl: linkService })), memo)

/** The kit's Cloud Wallet plugin, through the wallet's popups. */
export const wharfkitCloudWallet = ({ chainId, cloudWallet, memo }: Visit): Promise<Outcome> =>
  visit(kit(chainId, new WalletPluginCloudWallet({ supportedChains: [chainId], url: cloudWallet })), memo)
