import { discovery } from '../identity/provider.js'
import type { WorldContext } from './context.js'
import { ADMIN_PATH, DASHBOARD_PATH } from './paths.js'

/** The emulator's own answers among the paths of the services, for other tools that look there. */
export type OwnAnswer = 'root' | 'discovery'

/**
 * The text of one of these answers in a world, as JSON.
 *
 * @param base the address of the world as the client knows it, and the one of its admin interface if that has
 *   another port
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

/** Their paths, below the address of a world. */
const OWN_ANSWERS: Readonly<
  Record<string, { readonly answer: OwnAnswer; readonly methods: readonly string[] }>
> = {
  // Tools that wait for a port ask for one of the two, and take 200 alone.
  '/': { answer: 'root', methods: ['GET', 'HEAD'] },
  '/.well-known/openid-configuration': { answer: 'discovery', methods: ['GET', 'HEAD'] },
}

/** @param hasAdmin false if a port serves no admin interface: it has no identity provider either */
export function ownAnswerAt(
  method: string | undefined,
  target: string,
  hasAdmin: boolean,
): OwnAnswer | undefined {
  const found = OWN_ANSWERS[target.split('?', 1)[0] ?? '']
  if (found?.methods.includes(method ?? 'GET') !== true) return undefined
  return found.answer === 'root' || hasAdmin ? found.answer : undefined
}
