import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import { type Visitor, visitor } from '../harness/browser'
import { transactionOf } from '../harness/chain'
import { site } from '../harness/site'
import { ACCOUNT, answerWith, handOver } from '../harness/wallets'
import { bundle } from '../proof/bundle'
import type { Outcome, Visit } from '../proof/page/outcome'

// Libraries that nobody here wrote or changed log in with the stand-in wallets and push through this gateway: what holds
// for them holds for the wallets of the sites that use them.

const running = await site({ buyers: 0 })
const script = await bundle(await mkdtemp(join(inject('temporary'), 'proof-')))

beforeAll(async () => {
  for (const wallet of ['cloud', 'anchor', 'wombat'] as const) await answerWith(running, wallet, 'sign')
})

/**
 * Puts the libraries into a document of the site, with the headers that it has. A page that the test made up would not do:
 * the browser lets nobody but a page of this machine open a socket to it.
 */
async function openProof({ page, troubles }: Visitor, origin: string, visit: Visit): Promise<void> {
  // The site's own scripts would be in the way.
  await page.route('**/_r/**', (route) => route.abort())
  await page.exposeFunction('handOver', (request: string) => handOver(running, request))
  await page.goto(`${origin}/`)
  await page.evaluate((text) => {
    const told = document.createElement('script')
    told.id = 'visit'
    told.type = 'application/json'
    told.textContent = text
    document.body.replaceChildren(told)
  }, JSON.stringify(visit))
  await page.addScriptTag({ content: script })
  expect(troubles.console.filter((text) => text.startsWith('uncaught'))).toEqual([])
}

/** What the page says came of a visit. */
async function outcomeOf(page: Page): Promise<Outcome> {
  const text = await page.locator('output').innerText()
  if (text.startsWith('failed')) throw new Error(text)
  return JSON.parse(text)
}

it.each([
  'anchor-link',
  '@wharfkit/session with Anchor',
  '@wharfkit/session with Cloud Wallet',
  '@waxio/waxjs',
  'ual-wombat',
])('%s logs in and pushes a transaction', async (library) => {
  // The site's policy lets no script in that is not its own.
  const visit = await visitor({ bypassCSP: true })
  const { page } = visit
  const inWombat = library === 'ual-wombat'
  const info = await (await fetch(`${running.address}/v1/chain/get_info`)).json()
  const memo = `proof of ${library}`
  await openProof(visit, inWombat ? running.wallets.wombat : running.address, {
    chainId: info.chain_id,
    linkService: `${running.address}/link`,
    cloudWallet: running.wallets.cloud,
    memo,
  })
  await page.getByRole('button', { name: library, exact: true }).click()
  const { account, permission, transactionId } = await outcomeOf(page)
  expect({ account, permission }).toEqual({ account: ACCOUNT, permission: 'active' })
  const { transaction } = await vi.waitUntil(() => transactionOf(running, transactionId), {
    timeout: 10_000,
    interval: 100,
  })
  expect(transaction.actions.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ from: ACCOUNT, to: 'bruno.wam', memo }),
  )
})
