import type { Send } from '../contract/client.js'
import { Failure } from './failure.js'

/** How long a service may take for one answer, ms. */
const ANSWER_MS = 30_000

/**
 * Whether an emulator answers there. Of another service this asks for a path that it does not have, without a
 * credential.
 *
 * @throws Failure where nothing answers
 */
export async function isEmulator(address: string): Promise<boolean> {
  const response = await answerOf(address, () =>
    fetch(`${address}/_admin/health`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) }),
  )
  const text = await answerOf(address, () => response.text())
  try {
    const health: unknown = JSON.parse(text)
    const { status, version } = Object(health)
    return response.ok && status === 'ok' && typeof version === 'string'
  } catch {
    return false
  }
}

/** The same port; where no answer comes, it rejects with a Failure that says so. */
export function reaching(send: Send): Send {
  return (request) => answerOf(new URL(request.url).origin, () => inTime(send(request)))
}

/** @throws Failure where no answer comes */
async function answerOf<T>(address: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new Failure(
      `nothing answers at ${address} (${reasonOf(error)}): is it running, and the address right?`,
    )
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    answer.then(resolve, reject)
  })
}

/** What node:http and fetch say of a failed request: the code of its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1000} s`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.message
}
