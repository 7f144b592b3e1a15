import { signal } from '@preact/signals'

/** The admin token is kept for this tab only, and never put in a URL. */

const KEY = 'tristore-emulator:admin-token'

export const isTokenNeeded = signal(false)

let waiting: (() => void)[] = []

/** Null if none has been needed so far. */
export const token = (): string | null => sessionStorage.getItem(KEY)

export function tokenGiven(): Promise<void> {
  isTokenNeeded.value = true
  return new Promise((resolve) => waiting.push(resolve))
}

/** Also resumes the calls that were waiting for it. */
export function giveToken(text: string): void {
  sessionStorage.setItem(KEY, text)
  isTokenNeeded.value = false
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
