/** A page's shared data, with what is the host's alone. */
export const importData = async () => ({
  ...(await import('@fieldhouse/chain-data')),
  ...(await import('@fieldhouse/chain-data/host')),
})

export type Data = Awaited<ReturnType<typeof importData>>
