import { request } from 'node:http'

/**
 * One HTTP request on a connection of its own. Unlike `fetch` it sends the Host that it is given and leaves bodies in their
 * encoding.
 * @param {string | URL} address
 * @param {{method?: string, headers?: object, timeout?: number}} options the time-out is in milliseconds
 * @returns {Promise<{status: number, headers: object, headersDistinct: object, body: Buffer}>}
 */
export function ask(address, { method = 'GET', headers = {}, timeout = 10_000 } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers, timeout, agent: false }, (response) => {
      const { statusCode: status, headers, headersDistinct } = response
      response
        .toArray()
        .then((parts) => resolve({ status, headers, headersDistinct, body: Buffer.concat(parts) }), reject)
    })
    asked.once('timeout', () => asked.destroy(new Error(`${method} ${address}: no answer in ${timeout} ms`)))
    asked.once('error', reject)
    asked.end()
  })
}

/** The status of a GET, or null when there is no answer within two seconds. */
export const statusOf = (address) =>
  ask(address, { timeout: 2000 }).then(
    ({ status }) => status,
    () => null,
  )
