import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems choose ports from 32768 on for those who ask for any. */
const FROM = 20_000
const TO = 32_000

/** Returns a free port that no other process is given while nothing listens on it, so that a server can come back. */
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
    return port
  }
}
