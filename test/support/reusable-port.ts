import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Below 32768, where systems start when a program asks for any port. */
const FROM = 20_000
const TO = 32_000

/** Returns a free port. No other process gets it while nothing listens on it, so a server can be restarted there. */
export async function reusablePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    const port = FROM + Math.floor(Math.random() * (TO - FROM))
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    await untilFree(port)
    return port
  }
}

/**
 * Waits until nothing listens on a port. Note that processes started by other tests inherit our sockets, and keep them
 * open until they run their own program.
 */
export async function untilFree(port: number): Promise<void> {
  while (await isTaken(port)) await setImmediate()
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
