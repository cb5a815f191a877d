/** A signal that ends a request after so many milliseconds, or when another one says so. */
export const timeLimit = (milliseconds: number, signal?: AbortSignal | null): AbortSignal => {
  const late = AbortSignal.timeout(milliseconds)
  return signal ? AbortSignal.any([signal, late]) : late
}
