// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clickOn, pressEscape, withDialogs } from '../testing/dialogs'
import { Dialog, type DialogProps } from './Dialog'

let root: Root

beforeEach(() => {
  withDialogs()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const dialog = () => document.querySelector('dialog') as HTMLDialogElement

const show = (props: Partial<DialogProps> = {}) =>
  act(async () =>
    root.render(
      <Dialog open label="heading" closeLabel="Close" onClose={() => {}} {...props}>
        <button type="button">first</button>
        <h2 id="heading">Heading</h2>
        <button type="button" data-initial-focus>
          chosen
        </button>
      </Dialog>,
    ),
  )

describe('a dialog', () => {
  it('is modal, and named by its heading', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    await show()
    expect(showModal).toHaveBeenCalledOnce()
    expect(dialog().getAttribute('aria-labelledby')).toBe('heading')
  })

  it('gives the focus to the element that is marked for it', async () => {
    await show()
    expect(document.activeElement?.textContent).toBe('chosen')
  })

  it('marks the one that it is opened over as long as it is open', async () => {
    const both = (isSecondOpen: boolean) =>
      act(async () =>
        root.render(
          <>
            <Dialog open label="first" closeLabel="Close" onClose={() => {}}>
              First
            </Dialog>
            <Dialog open={isSecondOpen} label="second" closeLabel="Close" onClose={() => {}}>
              Second
            </Dialog>
          </>,
        ),
      )
    const below = () =>
      [...document.querySelectorAll('dialog[data-below]')].map((each) => each.getAttribute('aria-labelledby'))
    await both(false)
    expect(below()).toEqual([])
    await both(true)
    expect(below()).toEqual(['first'])
    await both(false)
    expect(below()).toEqual([])
  })

  it('gives the focus to what its opener stood in, when that is gone', async () => {
    const place = document.body.appendChild(document.createElement('div'))
    place.tabIndex = -1
    place.innerHTML = '<form><button>opener</button></form>'
    place.querySelector('button')?.focus()
    await show()
    place.replaceChildren()
    await show({ open: false })
    expect(document.activeElement).toBe(place)
  })

  it('keeps the width of the page where it takes the scroll bar away', async () => {
    const page = document.documentElement
    vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(innerWidth - 15)
    await show()
    expect(page.style.paddingInlineEnd).toBe('15px')
    await show({ open: false })
    expect(page.style.paddingInlineEnd).toBe('')
  })

  it('is closed before it leaves the document: only then the browser gives the focus back', async () => {
    await show()
    let stood: boolean | undefined
    vi.spyOn(dialog(), 'close').mockImplementation(function (this: HTMLDialogElement) {
      stood = this.isConnected
    })
    await show({ open: false })
    expect(stood).toBe(true)
    expect(dialog()).toBeNull()
  })
})

describe('its owner hears that it is to close', () => {
  it.each([
    ['by the cross', () => (dialog().querySelector('[aria-label=Close]') as HTMLElement).click()],
    ['on Escape', () => pressEscape(dialog())],
    ['on a click outside', () => clickOn(dialog())],
    ["when the browser has closed it by itself: on Android's back, or a second Escape", () => dialog().close()],
  ])('%s', async (_, act_) => {
    const onClose = vi.fn()
    await show({ onClose })
    await act(async () => {
      act_()
    })
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('not on a click inside', async () => {
    const onClose = vi.fn()
    await show({ onClose })
    await act(async () => clickOn(document.getElementById('heading') as Element))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('not when an element inside says that it was cancelled, as a file input does', async () => {
    const onClose = vi.fn()
    await show({ onClose })
    await act(async () => {
      document.getElementById('heading')?.dispatchEvent(new Event('cancel', { bubbles: true }))
    })
    expect(onClose).not.toHaveBeenCalled()
  })
})
