import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Systems pick ports from 32768 on when a program asks for any. */
const FROM = 20_000
const TO = 32_000

/** Returns a free port that no other process gets while nothing listens on it, so a server can come back. */
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
 * Waits until nobody listens on a port. A process started by another test holds this one's sockets until it runs its
 * own program.
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
