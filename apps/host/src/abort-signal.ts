// Chrome before 116, Firefox before 124 and Safari before 17.4 load the site and have no `AbortSignal.any`. By it everything
// is asked for that somebody may give up, such as what became of a purchase.
AbortSignal.any ??= (signals) => {
  const first = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason)
    else signal.addEventListener('abort', () => first.abort(signal.reason), { once: true, signal: first.signal })
  }
  return first.signal
}

export {}
