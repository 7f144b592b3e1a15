import { discovery } from '../identity/provider.js'
import type { WorldContext } from './context.js'
import { ADMIN_PATH, DASHBOARD_PATH } from './paths.js'

/** Answers that the emulator itself gives on the services' paths, where other tools look for them. */
export type OwnAnswer = 'root' | 'discovery'

/**
 * @param base the world's address as seen by the client
 * @param adminBase differs if the admin interface has another port
 */
export function ownAnswerText(
  answer: OwnAnswer,
  { version }: WorldContext,
  { base, adminBase = base }: { readonly base: string; readonly adminBase?: string },
): string {
  const value =
    answer === 'discovery'
      ? discovery(base, `${base}${ADMIN_PATH}`)
      : {
          name: 'tristore-emulator',
          version,
          admin: adminBase + ADMIN_PATH,
          dashboard: `${adminBase}${DASHBOARD_PATH}/`,
        }
  return `${JSON.stringify(value)}\n`
}

const OWN_ANSWERS: Readonly<
  Record<string, { readonly answer: OwnAnswer; readonly methods: readonly string[] }>
> = {
  // Tools that wait for a port use either method, and only accept a 200.
  '/': { answer: 'root', methods: ['GET', 'HEAD'] },
  '/.well-known/openid-configuration': { answer: 'discovery', methods: ['GET', 'HEAD'] },
}

/** @param hasAdmin false on a port without the admin interface, which doesn't have the identity provider either */
export function ownAnswerAt(
  method: string | undefined,
  target: string,
  hasAdmin: boolean,
): OwnAnswer | undefined {
  const found = OWN_ANSWERS[target.split('?', 1)[0] ?? '']
  if (found?.methods.includes(method ?? 'GET') !== true) return undefined
  return found.answer === 'root' || hasAdmin ? found.answer : undefined
}
