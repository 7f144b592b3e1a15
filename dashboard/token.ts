import { signal } from '@preact/signals'

/** The admin token is kept for this tab only, and never part of an address. */

const KEY = 'tristore-emulator:admin-token'

/** Calls are waiting for it. */
export const isTokenNeeded = signal(false)

let waiting: (() => void)[] = []

/** Null if none was needed so far. */
export const token = (): string | null => sessionStorage.getItem(KEY)

export function tokenGiven(): Promise<void> {
  isTokenNeeded.value = true
  return new Promise((resolve) => waiting.push(resolve))
}

/** Resumes the calls that wait for it. */
export function giveToken(text: string): void {
  sessionStorage.setItem(KEY, text)
  isTokenNeeded.value = false
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
