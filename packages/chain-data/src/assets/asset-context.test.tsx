// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { network as devchain } from '../testing/network'
import {
  assetContext,
  MAINNET_ASSET_ENDPOINT,
  networkAssetEndpoint,
  setAssetEndpoint,
  subscribeToAssetContext,
  TESTNET_ASSET_ENDPOINT,
  useAssetContext,
} from './index'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

afterEach(() => {
  act(() => setAssetEndpoint(''))
})

const named = (name: string, assetEndpoint = '') => ({ name, assetEndpoint })

describe('the asset endpoint (specification, sections 3 and 9)', () => {
  it.each([
    ['mainet', MAINNET_ASSET_ENDPOINT],
    ['mainnet', MAINNET_ASSET_ENDPOINT],
    ['testnet', TESTNET_ASSET_ENDPOINT],
    ['Mainnet', TESTNET_ASSET_ENDPOINT],
    ['', TESTNET_ASSET_ENDPOINT],
    ['devchain', TESTNET_ASSET_ENDPOINT],
  ])('of the network %j', (name, endpoint) => {
    expect(networkAssetEndpoint(named(name))).toBe(endpoint)
  })

  it("of devchain is the settings' own", () => {
    expect(networkAssetEndpoint(devchain)).toBe('http://127.0.0.1:8081/atomicassets/v1')
  })

  const networks = join(import.meta.dirname, '../../../../plugins/site/settings/network.go')
  it.skipIf(!existsSync(networks))("are the gateway's (skipped without plugins/)", () => {
    const source = readFileSync(networks, 'utf8')
    expect(source).toContain(`AssetEndpoint: "${MAINNET_ASSET_ENDPOINT}"`)
    expect(source).toContain(`AssetEndpoint: "${TESTNET_ASSET_ENDPOINT}"`)
  })
})

describe('the setter', () => {
  it('chooses for the whole page, and tells who listens', () => {
    const listener = vi.fn()
    const stop = subscribeToAssetContext(listener)
    assetContext(devchain).setEndpoint('https://assets.example/v1/')
    setAssetEndpoint('https://assets.example/v1')
    expect(assetContext(named('mainnet')).endpoint).toBe('https://assets.example/v1')
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    setAssetEndpoint('')
    expect(assetContext(named('mainnet')).endpoint).toBe(MAINNET_ASSET_ENDPOINT)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it.each(['assets.example', 'ftp://assets.example', 'javascript:alert(1)', 'https://', ' '])(
    'refuses %j',
    (address) => {
      expect(() => setAssetEndpoint(address)).toThrow('is no web address')
    },
  )
})

const seen: unknown[] = []
function Endpoint() {
  const context = useAssetContext(named('testnet'))
  seen.push(context)
  return <i>{context.endpoint}</i>
}

describe('useAssetContext', () => {
  it('shows the chosen endpoint in every root', () => {
    const roots = [0, 1].map(() => {
      const element = document.createElement('div')
      const root = createRoot(element)
      act(() => root.render(<Endpoint />))
      return { element, root }
    })
    expect(roots.map(({ element }) => element.textContent)).toEqual([TESTNET_ASSET_ENDPOINT, TESTNET_ASSET_ENDPOINT])
    act(() => setAssetEndpoint('https://assets.example/v1'))
    expect(roots.map(({ element }) => element.textContent)).toEqual([
      'https://assets.example/v1',
      'https://assets.example/v1',
    ])
    act(() => {
      for (const { root } of roots) root.unmount()
    })
  })

  it("prerenders the network's, whatever was chosen", () => {
    setAssetEndpoint('https://assets.example/v1')
    expect(renderToString(<Endpoint />)).toContain(TESTNET_ASSET_ENDPOINT)
  })

  it('gives the same context while nothing changes', () => {
    seen.length = 0
    const root = createRoot(document.createElement('div'))
    act(() => root.render(<Endpoint />))
    act(() => root.render(<Endpoint key={undefined} />))
    expect(seen.length).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(1)
    act(() => root.unmount())
  })
})
