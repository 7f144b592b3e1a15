import autocannon from 'autocannon'
import { CONNECTIONS, type Load } from '../load.js'

/** Runs autocannon in a process of its own, and prints its result. */
const { load, seconds } = JSON.parse(process.argv[2] ?? '') as { load: Load; seconds: number }
const { method, headers, body, path, connections = CONNECTIONS } = load
const result = await autocannon({
  url: load.baseUrl,
  connections,
  duration: seconds,
  requests: [{ method, path, headers, ...(body === undefined ? {} : { body }) }],
})
console.log(JSON.stringify(result))
