/**
 * The fuzz targets in what `go test -json -list ^Fuzz` printed.
 * @returns `{name, path}` in the order of their packages
 */
export function fuzzTargets(lines) {
  const found = []
  for (const line of lines) {
    if (!line.startsWith('{')) continue
    const { Action, Package, Output = '' } = JSON.parse(line)
    const name = Output.trim()
    if (Action === 'output' && /^Fuzz\w*$/.test(name)) found.push({ name, path: Package })
  }
  return found.sort((a, b) => `${a.path} ${a.name}`.localeCompare(`${b.path} ${b.name}`))
}
