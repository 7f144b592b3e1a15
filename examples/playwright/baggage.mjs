import { AsyncLocalStorage } from 'node:async_hooks'

/** @type {AsyncLocalStorage<string | undefined>} */
const baggageOfRequest = new AsyncLocalStorage()

/**
 * Middleware for Express and similar servers: call `app.use(keepBaggage)` before any routes.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {unknown} _response
 * @param {() => void} next
 */
export function keepBaggage(request, _response, next) {
  baggageOfRequest.run(request.headers.baggage?.toString(), next)
}

/**
 * `fetch` with the baggage of the current request. Use it to call the services.
 *
 * @type {typeof fetch}
 */
export async function fetchOn(input, init) {
  const request = new Request(input, init)
  const baggage = baggageOfRequest.getStore()
  if (baggage !== undefined) request.headers.set('baggage', baggage)
  return fetch(request)
}
