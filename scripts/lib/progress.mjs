/** How often a step that runs is mentioned where the output is no terminal, in milliseconds. */
const MENTION_EVERY = 15_000

/** How often a terminal's lines are drawn anew, in milliseconds. */
const DRAW_EVERY = 250

export const seconds = (milliseconds) => {
  const whole = milliseconds / 1000
  return whole < 10 ? `${whole.toFixed(1)} s` : `${Math.round(whole)} s`
}

/**
 * One line for each step that runs, with the seconds it has taken. A terminal
 * sees the lines change; a log gets a line at the start, now and then, and at
 * the end.
 */
export class Progress {
  #stream
  #terminal
  #active = []
  #drawn = 0
  #timer

  constructor(stream = process.stdout) {
    this.#stream = stream
    this.#terminal = Boolean(stream.isTTY) && !process.env.CI
  }

  /** Begins a step; end it with `done` or `fail`. */
  step(name, hint = '') {
    const step = { name, hint, detail: '', began: Date.now() }
    this.#active.push(step)
    if (!this.#terminal) this.#print(`${column(name)} ${hint || 'begins'}`)
    this.#timer ??= setInterval(() => this.#tick(), this.#terminal ? DRAW_EVERY : MENTION_EVERY)
    this.#draw()
    return {
      detail: (text) => {
        step.detail = text.trim()
      },
      done: (text) => this.#end(step, `${text} (${seconds(Date.now() - step.began)})`),
      fail: (text) => this.#end(step, `FAILED: ${text} (${seconds(Date.now() - step.began)})`),
      elapsed: () => Date.now() - step.began,
    }
  }

  /** Prints a line above the running steps. */
  note(text) {
    this.#erase()
    this.#print(text)
    this.#draw()
  }

  #end(step, text) {
    const at = this.#active.indexOf(step)
    if (at < 0) return
    this.#active.splice(at, 1)
    if (this.#active.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    this.note(`${column(step.name)} ${text}`)
  }

  #tick() {
    if (this.#terminal) {
      this.#erase()
      this.#draw()
      return
    }
    for (const step of this.#active) this.#print(this.#line(step))
  }

  #line(step) {
    const text = [step.hint, step.detail].filter(Boolean).join(': ')
    return `${column(step.name)} ${seconds(Date.now() - step.began).padStart(6)}  ${text}`
  }

  #draw() {
    if (!this.#terminal) return
    const width = this.#stream.columns ?? 80
    for (const step of this.#active) this.#print(this.#line(step).slice(0, width - 1))
    this.#drawn = this.#active.length
  }

  #erase() {
    if (!this.#terminal) return
    for (; this.#drawn > 0; this.#drawn--) this.#stream.write('\x1b[1A\x1b[2K')
  }

  #print(line) {
    this.#stream.write(`${line}\n`)
  }
}

const column = (name) => `  ${name.padEnd(12)}`
