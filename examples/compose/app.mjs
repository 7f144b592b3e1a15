/** Prints a banner and the titles of all documents. */

const { KV_BASE_URL, DB_BASE_URL } = process.env

const banner = await ask(`${KV_BASE_URL}/v1/ec/ec_demo_starter/banner`, { 'X-KV-Key': 'kv_read_config' })
const { value } = /** @type {{ value: { text: string } }} */ (await banner.json())
console.log(value.text)

/** @type {string | null} */
let next = `${DB_BASE_URL}/documents?limit=2`
while (next !== null) {
  const page = await ask(next, { 'X-API-Key': 'db_demo' })
  const documents = /** @type {{ title: string }[]} */ (await page.json())
  for (const { title } of documents) console.log(`- ${title}`)
  next = page.headers.get('x-next')
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 */
async function ask(url, headers) {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}
