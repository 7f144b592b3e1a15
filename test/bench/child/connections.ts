import { connect } from 'node:net'

/** Opens connections with one answered request each, prints a line when all are open, and exits when stdin ends. */

const { url, path, headers, count } = JSON.parse(process.argv[2] ?? '') as {
  url: string
  path: string
  headers: Record<string, string>
  count: number
}
/** The number of connections that are opened at once. */
const AT_ONCE = 500
const { hostname, port, host } = new URL(url)
const head = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
const request = `GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`

for (let open = 0; open < count; open += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - open) }, answered))
}
console.log('open')
process.stdin.resume().on('end', () => process.exit())

function answered(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.once('data', () => resolve())
    // The stop that's being measured breaks the connection.
    socket.on('error', reject)
  })
}
