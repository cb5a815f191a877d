/** The score of a category, of 100; null where Lighthouse could not tell. */
export const scoreOf = (result, category) => {
  const { score } = result.categories[category]
  return score === null ? null : Math.round(score * 100)
}

/** What keeps a category from 100: the audits that count and are not passed, each with what it says and what it found first. */
export const missedOf = (result, category) =>
  result.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && missed(result.audits[id]))
    .map(({ id }) => {
      const { title, errorMessage, details } = result.audits[id]
      const found = details?.items?.find(({ node }) => node)?.node.selector
      return [`${id}: ${errorMessage ?? title}`, found].filter(Boolean).join(', as in ')
    })

const missed = ({ score, scoreDisplayMode }) => scoreDisplayMode === 'error' || (score !== null && score < 1)
