import type { IncomingHttpHeaders } from 'node:http'
import type { DataNeed, FeedAnswer, ReleaseRoute, SiteSettings, Snapshot } from '@fieldhouse/contract'
import type { PageData } from './composer.ts'
import type { Answer, Gateway } from './gateway.ts'

/** What the gateway's API says that a page of it does not carry. */
export class SiteData {
  readonly #gateway: Gateway
  readonly #print: (line: string) => void
  /** Address of the blog's feed, as a page of the gateway named it. */
  #feed = ''
  /** What was read last, by its address: it is fetched again only when it changed. */
  readonly #kept = new Map<string, { value: unknown; tag: string }>()

  constructor(gateway: Gateway, print: (line: string) => void) {
    this.#gateway = gateway
    this.#print = print
  }

  /** Remembers the feed that a page's data names: the API asks for its address. */
  rememberFeed({ PostsMedium }: Snapshot): void {
    this.#feed = PostsMedium?.feed?.url ?? this.#feed
  }

  /** What a route needs: all posts where it needs some, of which a page carries few, and the median's history, which none does. */
  async read({ data: needs }: ReleaseRoute, settings: SiteSettings, carried: Snapshot): Promise<PageData['data']> {
    const has = Object.entries(carried).filter(([need]) => needs.includes(need as DataNeed))
    const data: PageData['data'] = Object.fromEntries(has)
    const missing = needs
      .filter((need) => need !== 'PostsMedium' && need !== 'medianHistory')
      .filter((need) => !data[need])
    const feedAt = this.#feed && `/api/v1/feed?${new URLSearchParams({ rss_url: this.#feed })}`
    const [feed, history] = await Promise.all([
      feedAt && needs.includes('PostsMedium') ? this.#latest<FeedAnswer>(feedAt) : undefined,
      needs.includes('medianHistory') ? this.#latest('/api/v1/rows/medians') : undefined,
      ...missing.map((need) => this.#rows(need, settings, data)),
    ])
    return { ...data, ...(feed && { PostsMedium: feed }), ...(history ? { medianHistory: history } : {}) }
  }

  /** Reads what a page needs and the gateway's does not carry. What cannot be had the browser asks for itself. */
  async #rows(
    need: Exclude<DataNeed, 'PostsMedium' | 'medianHistory'>,
    settings: SiteSettings,
    into: PageData['data'],
  ): Promise<void> {
    const { gameContract: account, oracle, oraclePair } = settings.network
    const queries: Record<typeof need, [table: string, query: Record<string, string>]> = {
      rowDrops: ['drops', { account }],
      medianPrice: ['datapoints', { account: oracle, limit: '1', isLimited: 'true', scope: oraclePair }],
      partnersCodes: ['partners', { account }],
    }
    const [table, query] = queries[need]
    const answer = await this.#get(`/api/v1/rows/${table}?${new URLSearchParams(query)}`)
    if (answer) into[need] = JSON.parse(answer.body)
  }

  /** What an address answers; what it answered last where nothing newer can be had. */
  async #latest<Value>(target: string): Promise<Value | undefined> {
    const kept = this.#kept.get(target)
    const answer = await this.#get(target, kept ? { 'if-none-match': kept.tag } : {})
    if (!answer) return kept?.value as Value | undefined
    const value = JSON.parse(answer.body) as Value
    this.#kept.set(target, { value, tag: answer.headers.etag ?? '' })
    return value
  }

  /** Gets from the gateway's API; undefined when there is no answer, or no other one. */
  async #get(target: string, headers: IncomingHttpHeaders = {}): Promise<Answer | undefined> {
    try {
      const request = { method: 'GET', target, headers: { ...headers, 'accept-encoding': 'gzip' } }
      const answer = await this.#gateway.read(request)
      if (answer.status === 200) return answer
      if (answer.status !== 304) this.#print(`the gateway answers ${target} with ${answer.status}`)
    } catch (error) {
      this.#print((error as Error).message)
    }
    return undefined
  }
}
