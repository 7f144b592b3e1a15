// Imported explicitly, because tests replace the global timers with fakes.
import { clearTimeout, setTimeout } from 'node:timers'
import { textOfAny } from '../text.js'

/** The value or error that some work ended with, or neither if it took too long. */
export type Ended =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly error: Error }
  | { readonly isUnended: true; readonly error?: undefined }

export async function within(ms: number, work: (signal: AbortSignal) => unknown): Promise<Ended> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Ended>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve({ isUnended: true })
    }, ms)
  })
  try {
    return await Promise.race([ended(work, controller.signal), limit])
  } finally {
    clearTimeout(timer)
  }
}

async function ended(work: (signal: AbortSignal) => unknown, signal: AbortSignal): Promise<Ended> {
  try {
    return { value: await work(signal) }
  } catch (error) {
    return { error: errorOf(error) }
  }
}

function errorOf(thrown: unknown): Error {
  try {
    if (thrown instanceof Error && typeof thrown.message === 'string') return thrown
  } catch {
    // Reading a property can throw.
  }
  return new Error(textOfAny(thrown), { cause: thrown })
}
