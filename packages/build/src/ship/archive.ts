const BLOCK = 512

/** The longest name that fits a plain header, bytes (POSIX.1-2024, pax, "ustar Header Block"). */
const PLAIN_NAME = 100

/** A file of an archive: its content is read when its turn comes. */
export interface Entry {
  /** ASCII, without folders. */
  name: string
  /** Bytes. */
  size: number
  read: () => Promise<Uint8Array>
}

/**
 * A tar archive of files, piece by piece.
 *
 * @throws Error when a file has not the size that was said
 */
export async function* archive(entries: Entry[]): AsyncGenerator<Uint8Array> {
  for (const { name, size, read } of entries) {
    if (name.length > PLAIN_NAME) {
      const record = paxRecord('path', name)
      yield header('pax', record.length, 'x')
      yield padded(record)
    }
    yield header(name.slice(0, PLAIN_NAME), size, '0')
    const content = await read()
    if (content.length !== size) throw new Error(`${name} has changed while it was sent: ship again`)
    yield padded(content)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const fields: [offset: number, text: string][] = [
    [0, name],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    [148, ' '.repeat(8)],
    [156, type],
    [257, 'ustar\0'],
    [263, '00'],
  ]
  for (const [offset, text] of fields) block.write(text, offset, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return block
}

/** A record says its own length, digits included. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  let length = rest.length
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length
  return Buffer.from(`${length}${rest}`, 'latin1')
}

function padded(content: Uint8Array): Uint8Array {
  const missing = (BLOCK - (content.length % BLOCK)) % BLOCK
  return missing === 0 ? content : Buffer.concat([content, Buffer.alloc(missing)])
}
