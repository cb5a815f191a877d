import { parseJson } from '@fieldhouse/contract/browser'
import type { LinkStorage } from 'anchor-link'
import type { WalletContext } from '../wallet'

/** Before every key; the reference transport's, so that a session of it is found again. */
const PREFIX = 'anchor-link'

/**
 * Where anchor-link keeps its sessions: `<prefix>-<id>-<actor@permission>-<chain id>`, and `<prefix>-<id>-list` with those
 * there are, the latest first (specification, section 3, Wallet link session). A list that is damaged is an empty one.
 */
export class SessionStorage implements LinkStorage {
  constructor(private readonly storage: WalletContext['storage']) {}

  async write(key: string, data: string): Promise<void> {
    this.storage.setItem(`${PREFIX}-${key}`, data)
  }

  async read(key: string): Promise<string | null> {
    const data = this.storage.getItem(`${PREFIX}-${key}`)
    return key.endsWith('-list') && !isList(data) ? null : data
  }

  async remove(key: string): Promise<void> {
    this.storage.removeItem(`${PREFIX}-${key}`)
  }
}

function isList(data: string | null): boolean {
  const list = parseJson(data)
  return (
    Array.isArray(list) &&
    list.every((entry) => typeof entry?.chainId === 'string' && typeof entry?.auth?.actor === 'string')
  )
}
