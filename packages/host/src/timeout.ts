/**
 * The promise, or a rejection when it takes too long. What it stands for is not stopped.
 *
 * @param milliseconds the time it has
 * @param subject what is being done, for the message
 */
export function withTimeout<Value>(promise: Promise<Value>, milliseconds: number, subject: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${subject}: no answer in ${milliseconds} ms`)), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
