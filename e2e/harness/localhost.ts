import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file with a certificate for localhost and its key, for a site over TLS. */
export const LOCALHOST = join(import.meta.dirname, 'localhost.pem')

/**
 * The flag that has a browser take this certificate as it is. To check any it opens the system's store of certificates, and
 * crashes where that cannot be opened: on a bare machine there is no libsqlite3.
 */
export async function trustFlag(): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(LOCALHOST))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}
