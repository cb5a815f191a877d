// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { setAssetEndpoint, useAssetContext } from './index'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  act(() => setAssetEndpoint(''))
})

const TESTNET = 'https://testnet.example/v1'

it.each(['assets.example', 'ftp://assets.example', 'javascript:alert(1)', 'https://', ' '])(
  'takes no other endpoint than a web address: not %j',
  (address) => {
    expect(() => setAssetEndpoint(address)).toThrow('is no web address')
  },
)

const seen: ReturnType<typeof useAssetContext>[] = []
function Endpoint() {
  const context = useAssetContext({ assetEndpoint: TESTNET })
  seen.push(context)
  return <i>{context.endpoint}</i>
}

describe('useAssetContext', () => {
  it("shows the settings' own endpoint, or the chosen one, in every root (specification, section 3)", () => {
    const roots = [0, 1].map(() => {
      const element = document.createElement('div')
      const root = createRoot(element)
      act(() => root.render(<Endpoint />))
      return { element, root }
    })
    const shown = () => roots.map(({ element }) => element.textContent)
    expect(shown()).toEqual([TESTNET, TESTNET])
    act(() => seen.at(-1)?.setEndpoint('https://assets.example/v1/'))
    expect(shown()).toEqual(['https://assets.example/v1', 'https://assets.example/v1'])
    act(() => setAssetEndpoint(''))
    expect(shown()).toEqual([TESTNET, TESTNET])
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
