/**
 * Prints figures as they come: what was measured, beside its floor or peer, and what it is meant to keep.
 * The columns are padded to a width that all figures of this project fit in.
 */
export class Report {
  #print
  #missed = 0
  #judged = 0

  constructor(print = console.log) {
    this.#print = print
  }

  /** Begins a group of figures. @param notes how they were measured, a line each */
  section(title, ...notes) {
    this.#print(`\n${title}`)
    for (const note of notes) this.#print(`  ${note}`)
  }

  /**
   * @param {string} name
   * @param {string} measured with its unit
   * @param {{beside?: string, target?: string, kept?: boolean}} more `kept` tells whether the target is met
   */
  figure(name, measured, { beside = '', target = '', kept } = {}) {
    let verdict = ''
    if (kept !== undefined) {
      this.#judged += 1
      if (!kept) this.#missed += 1
      verdict = kept ? 'ok' : 'MISSED'
    }
    const line = `  ${name.padEnd(34)} ${measured.padStart(24)}  ${beside.padEnd(44)} ${target.padEnd(26)} ${verdict}`
    this.#print(line.trimEnd())
  }

  note(text) {
    this.#print(`  ${text}`)
  }

  /** Says how many targets were kept. */
  close() {
    this.#print(`\n${this.#judged - this.#missed} of ${this.#judged} targets kept.`)
  }
}
