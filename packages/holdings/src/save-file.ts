/** Puts a file where the browser saves files. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
