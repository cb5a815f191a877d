/**
 * Something the person at the keyboard can put right. Its message is one
 * sentence that says what is wrong and what to do; `output` is what a failed
 * tool printed, shown above the sentence.
 */
export class Problem extends Error {
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** Whether somebody at the keyboard can put an error right: also what `parseArgs` says of an option that there is not. */
const isProblem = (error) => error instanceof Problem || /^ERR_PARSE_ARGS_/.test(error?.code)

/**
 * Runs a command's main function: a Problem ends in its sentence, anything else in a stack
 * trace. What still runs then (a build beside the one that failed) ends with it.
 */
export async function main(run) {
  try {
    process.exit((await run()) ?? 0)
  } catch (error) {
    if (!isProblem(error)) {
      console.error(error)
    } else {
      if (error.output) console.error(`\n${error.output.trimEnd()}`)
      console.error(`\n${error.message}`)
    }
    process.exit(1)
  }
}
