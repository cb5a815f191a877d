// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { network as devchain } from '../testing/network'
import { assetContext, setAssetEndpoint, useAssetContext } from './index'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

afterEach(() => {
  act(() => setAssetEndpoint(''))
})

const MAINNET = 'https://mainnet.example/v1'
const TESTNET = 'https://testnet.example/v1'
const at = (assetEndpoint: string) => ({ assetEndpoint })

it("is the settings' own: the gateway chose it by the network (specification, sections 3 and 9)", () => {
  for (const endpoint of [MAINNET, TESTNET, devchain.assetEndpoint]) {
    expect(assetContext(at(endpoint)).endpoint).toBe(endpoint)
  }
})

describe('the setter', () => {
  it('chooses for the whole page', () => {
    assetContext(devchain).setEndpoint('https://assets.example/v1/')
    expect(assetContext(at(MAINNET)).endpoint).toBe('https://assets.example/v1')
    setAssetEndpoint('')
    expect(assetContext(at(MAINNET)).endpoint).toBe(MAINNET)
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
  const context = useAssetContext(at(TESTNET))
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
    expect(roots.map(({ element }) => element.textContent)).toEqual([TESTNET, TESTNET])
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
    expect(renderToString(<Endpoint />)).toContain(TESTNET)
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
