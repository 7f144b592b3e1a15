import type { EmulatorClient } from '../../../src/client/emulator-client.js'

export const GREETING = '/v1/kv/ns_shop_k3v9x2/greeting'
export const KEY = { 'X-KV-Key': 'kv_admin_shop' }
/** Returns the error of a promise that must reject. */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (value) => Promise.reject(new Error(`not rejected: ${value}`)),
    (error: Error) => error,
  )

export const faulty = (emulator: EmulatorClient, fault: string, init: RequestInit = {}) =>
  emulator.fetch(GREETING, { ...init, headers: { ...KEY, 'X-Emulator-Fault': fault } })
