// Leaves out of i18next what fetches texts, 1 kB of every first page: apps bring theirs (`packages/i18n`).

const CONNECTOR = /^class Connector extends EventEmitter \{\n[\s\S]*?^\}\n/m

/** As it is where no backend is used: nothing is loaded, so nothing is waited for. */
const WITHOUT = `class Connector extends EventEmitter {
  state = {}
  load(languages, namespaces, done) {
    done?.()
  }
  reload(languages, namespaces, done) {
    done?.()
  }
}
`

/** @param {string} source */
module.exports = (source) => {
  if (!CONNECTOR.test(source)) throw new Error('leaving the backend out of i18next: it has no class Connector any more')
  return source.replace(CONNECTOR, WITHOUT)
}
