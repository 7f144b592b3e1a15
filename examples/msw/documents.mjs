/** The application under test, with its service's production address built in. */
const API = 'https://api.example.com'

/** @param {{ apiKey: string }} settings */
export async function titles({ apiKey }) {
  const found = []
  /** @type {string | null} */
  let next = `${API}/documents?limit=2`
  while (next !== null) {
    const answer = await fetch(next, { headers: { 'X-API-Key': apiKey } })
    if (!answer.ok) throw new Error(`the documents answered ${answer.status}`)
    const page = /** @type {{ title: string }[]} */ (await answer.json())
    found.push(...page.map(({ title }) => title))
    next = answer.headers.get('x-next')
  }
  return found
}
