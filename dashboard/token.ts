import { signal } from '@preact/signals'

/** The admin token, if the emulator asks for one: it is kept for this tab only, and never part of an address. */

const KEY = 'tristore-emulator:admin-token'

/** True while calls wait for the token. */
export const isTokenNeeded = signal(false)

let waiting: (() => void)[] = []

/** The token that calls send; null if none was needed so far. */
export const token = (): string | null => sessionStorage.getItem(KEY)

/** Resolves once a token is given. */
export function tokenGiven(): Promise<void> {
  isTokenNeeded.value = true
  return new Promise((resolve) => waiting.push(resolve))
}

/** Takes the token, and lets the calls that wait for it go on. */
export function giveToken(text: string): void {
  sessionStorage.setItem(KEY, text)
  isTokenNeeded.value = false
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
