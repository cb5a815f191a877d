import { described, element } from '/.wombat/actions.js'

// The dialogs of the wallet stand in a shadow tree of their own beside the page's body. The page's policy forbids style
// elements and markup in strings, so the style is a constructed sheet and every element is made by itself.
const sheet = new CSSStyleSheet()
await sheet.replace(await (await fetch('/.wombat/wallet.css')).text())

/**
 * Shows a dialog until it is answered. `fill` gets the function that answers and gives the contents.
 * @returns the answer; undefined when the dialog was closed without one
 */
function open(title, fill) {
  return new Promise((resolve) => {
    const host = element('wombat-wallet', { lang: 'en' })
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const dialog = element('dialog')
    dialog.setAttribute('aria-labelledby', 'title')
    let answer
    const finish = (value) => {
      answer = value
      dialog.close()
    }
    dialog.append(element('h2', { id: 'title' }, title), ...fill(finish))
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(answer)
    })
    root.append(dialog)
    document.documentElement.append(host)
    dialog.showModal()
  })
}

const button = (text, run, className = '') => element('button', { type: 'button', onclick: run, className }, text)

/** Asks which account the site may know: its name, null for none of them. */
export const chooseAccount = (accounts) =>
  open('Wombat: share an account?', (finish) => [
    element('p', {}, `${location.host} wants to know your account on the development chain.`),
    element(
      'ul',
      { className: 'list' },
      ...accounts.map(({ name, balance }) => {
        const choice = button('', () => finish(name))
        choice.append(element('strong', {}, name), ' ', element('small', {}, balance))
        return element('li', {}, choice)
      }),
    ),
    element(
      'p',
      { className: 'buttons' },
      button('Do not share', () => finish(null)),
    ),
  ])

/** Asks whether to sign: true, or null for no. */
export const confirmTransaction = (request) =>
  open('Wombat: sign this transaction?', (finish) => {
    const approve = button('Sign', () => finish(true), 'act')
    approve.disabled = request.problem !== ''
    return [
      element('p', {}, `${location.host} asks ${request.signer || 'somebody else'} to sign:`),
      element('ol', { className: 'list' }, ...request.actions.map(described)),
      element('p', { role: 'alert', className: 'notice' }, request.problem),
      element(
        'p',
        { className: 'buttons' },
        approve,
        button('Refuse', () => finish(null)),
      ),
    ]
  })
