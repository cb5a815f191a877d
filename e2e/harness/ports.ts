import { createServer, type Server } from 'node:net'

/** Which of the workers that run test files side by side this is, from 0. */
export const worker = Number(process.env.VITEST_POOL_ID) - 1

/** How many classes of ports there are, at least as many as workers. */
const CLASSES = 4

/**
 * Ports on loopback that nothing listens on. Until a site listens on them another worker's must not get them: each worker
 * takes those of a class of its own.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  const ports: number[] = []
  while (ports.length < count) {
    const server = await listen()
    servers.push(server)
    const { port } = server.address() as { port: number }
    // The system hands out odd ones first.
    if ((port >> 1) % CLASSES === worker % CLASSES) ports.push(port)
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
