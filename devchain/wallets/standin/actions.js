/** An element with properties and children, which may be text. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** An action of a transaction as a person reads it. */
export function described({ account, name, authorization, data }) {
  const fields = typeof data === 'string' ? { data } : data
  const rows = Object.entries(fields).map(([term, value]) =>
    element(
      'div',
      {},
      element('dt', {}, term),
      element('dd', {}, typeof value === 'object' ? JSON.stringify(value) : String(value)),
    ),
  )
  return element(
    'li',
    {},
    element('strong', {}, `${account} · ${name}`),
    element('span', { className: 'quiet' }, ` by ${authorization.join(', ') || 'nobody'}`),
    element('dl', {}, ...rows),
  )
}
