import { STATES } from './states.js'

const list = document.getElementById('states')
const language = document.getElementById('language')

/** An element with a text. */
function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function show() {
  const groups = Map.groupBy(STATES, ({ edition, group }) => `${edition}: ${group}`)
  list.replaceChildren(
    ...[...groups].flatMap(([title, states]) => {
      const links = states.map(({ path, name, about }) => {
        const link = element('a', name)
        link.href = `${path}&lang=${language.value}`
        const item = document.createElement('li')
        item.append(link, element('span', about))
        return item
      })
      const group = document.createElement('ul')
      group.append(...links)
      return [element('h2', title), group]
    }),
  )
}

language.addEventListener('change', show)
show()
