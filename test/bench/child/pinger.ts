import { Agent, get } from 'node:http'

/**
 * Sends one request again and again over one connection. Prints a line once it is warm, and the longest wait in ms when
 * stdin ends.
 */

const { url, headers } = JSON.parse(process.argv[2] ?? '') as { url: string; headers: Record<string, string> }
const PAUSE_MS = 1
/** The first requests don't count, because they are slow. */
const WARM = 50
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()

let longest = 0
for (let sent = 0; !isOver; sent++) {
  const began = performance.now()
  await answer()
  if (sent === WARM) console.log('begun')
  if (sent > WARM) longest = Math.max(longest, performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
console.log(longest)
agent.destroy()

function answer(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, agent }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} was answered ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
  })
}
