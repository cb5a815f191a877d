/**
 * The dialogs of the wallet, in a shadow tree of their own beside the page's body. The page's policy forbids style
 * elements and markup in strings, so the style is a constructed sheet and every element is made by itself.
 */
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  dialog {
    box-sizing: border-box;
    width: min(26rem, calc(100vw - 2rem));
    max-height: calc(100dvh - 2rem);
    overflow: auto;
    padding: 1.25rem;
    border: 3px solid light-dark(#b3261e, #ff8a75);
    border-radius: 1rem;
    background: light-dark(#fffaf4, #211b15);
    color: light-dark(#221b12, #f6eee3);
    color-scheme: light dark;
    font: 1rem/1.45 system-ui, sans-serif;
    overflow-wrap: anywhere;
  }
  ::backdrop { background: #000a; }
  h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.2; }
  p { margin: 0.5rem 0; }
  ol, ul { margin: 0.75rem 0; padding: 0; list-style: none; display: grid; gap: 0.5rem; }
  ol > li { padding: 0.5rem 0.75rem; border: 1px solid light-dark(#8a7761, #8f7d68); border-radius: 0.5rem; }
  dl { margin: 0.25rem 0 0; }
  dl > div { display: grid; grid-template-columns: minmax(4rem, 30%) 1fr; gap: 0.5rem; }
  dt, small { color: light-dark(#5f5142, #c9bba8); font-size: inherit; }
  dd { margin: 0; }
  [role="alert"]:empty { display: none; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1rem; }
  button {
    min-height: 2.75rem;
    padding: 0.5rem 1rem;
    border: 1px solid light-dark(#8a7761, #8f7d68);
    border-radius: 0.5rem;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  li > button { width: 100%; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
  .actions > button { flex: 1 1 8rem; }
  button.main { background: light-dark(#b3261e, #ff8a75); color: light-dark(#fff, #290703); font-weight: 600; }
  button:hover:not(:disabled) { border-color: light-dark(#b3261e, #ff8a75); }
  button:disabled { cursor: default; opacity: 0.6; }
  :focus-visible { outline: 3px solid light-dark(#b3261e, #ff8a75); outline-offset: 2px; }
`)

/** An element with properties and children, which may be text. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

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
      {},
      ...accounts.map(({ name, balance }) => {
        const choice = button('', () => finish(name))
        choice.append(element('strong', {}, name), ' ', element('small', {}, balance))
        return element('li', {}, choice)
      }),
    ),
    element(
      'div',
      { className: 'actions' },
      button('Do not share', () => finish(null)),
    ),
  ])

/** Asks whether to sign: true, or null for no. */
export const confirmTransaction = (request) =>
  open('Wombat: sign this transaction?', (finish) => {
    const approve = button('Sign', () => finish(true), 'main')
    approve.disabled = request.problem !== ''
    return [
      element('p', {}, `${location.host} asks ${request.signer || 'somebody else'} to sign:`),
      element('ol', {}, ...request.actions.map(described)),
      element('p', { role: 'alert' }, request.problem),
      element(
        'div',
        { className: 'actions' },
        approve,
        button('Refuse', () => finish(null)),
      ),
    ]
  })

function described({ account, name, data }) {
  const fields = typeof data === 'string' ? { data } : data
  const rows = Object.entries(fields).map(([term, value]) =>
    element(
      'div',
      {},
      element('dt', {}, term),
      element('dd', {}, typeof value === 'object' ? JSON.stringify(value) : String(value)),
    ),
  )
  return element('li', {}, element('strong', {}, `${account} · ${name}`), element('dl', {}, ...rows))
}
