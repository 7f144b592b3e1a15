import type { EmulatorClient } from '../client/emulator-client.js'
import { shorten } from '../core/shorten.js'
import type { PartyStep } from './parties.js'

type Details = Awaited<ReturnType<EmulatorClient['request']>>

/** The most characters of a value that are shown. */
const VALUE_MAX = 60

/** What each request of an order read or wrote: "kv.get /v1/kv/ns_shop/count → 0", "kv.put … = 1". */
export function stepTexts(order: readonly PartyStep[], world: EmulatorClient): Promise<string[]> {
  return Promise.all(
    order.map(async ({ request: { request: id, operation, method, path } }) => {
      const name = `${operation ?? method} ${path}`
      try {
        return `${name}${effectText(await world.request(id))}`
      } catch {
        // It was not answered, or the journal has dropped it.
        return name
      }
    }),
  )
}

function effectText({ method, status, requestBody, responseBody }: Details): string {
  const isOk = status !== null && status < 300
  if (method === 'GET') return ` → ${isOk ? valueText(responseBody?.text) : (status ?? 'no answer')}`
  const written = requestBody === undefined ? '' : ` = ${valueText(requestBody.text)}`
  return isOk ? written : `${written} → ${status ?? 'no answer'}`
}

/** The value in a body; the whole of one without. */
function valueText(body = ''): string {
  try {
    const data: unknown = JSON.parse(body)
    const { value = data } = Object(data)
    return shorten(JSON.stringify(value), VALUE_MAX)
  } catch {
    return shorten(body, VALUE_MAX)
  }
}
