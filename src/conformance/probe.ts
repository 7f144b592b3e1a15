/** Looks at every gap of the contract that a guest can see on a service. */

import { StatementFailure, StatementSkip } from './check.js'
import { credentialLooks } from './gaps/credentials.js'
import { databaseLooks } from './gaps/database.js'
import { entryLooks } from './gaps/entries.js'
import { limitLooks } from './gaps/limits.js'
import { hidden, type Known, type Looks, type Sight } from './gaps/sight.js'
import { GAPS, type Gap } from './gaps/table.js'
import type { Host } from './host.js'
import { Guest } from './session.js'
import { NEEDS, type Subject, unmet } from './statements/table.js'

/** A gap, and what a guest saw of it: the value of its option, or why it stayed hidden. */
export interface Finding {
  readonly gap: Gap
  readonly sight: Sight
}

/** The ways to look, by option: one for every gap that somebody can see. */
export const LOOKS: Looks = { ...entryLooks, ...credentialLooks, ...databaseLooks, ...limitLooks }

/**
 * Looks at every gap, in the order of the table. A service that cannot be reached rejects with the error at hand.
 *
 * @param onStart told of each gap before it is looked at
 */
export async function* probe(host: Host, onStart: (gap: Gap) => void = () => {}): AsyncGenerator<Finding> {
  const known = new Map<string, string | number | boolean>()
  for (const gap of GAPS) {
    onStart(gap)
    const sight = await lookAt(gap, host, known)
    if ('value' in sight) known.set(gap.option, sight.value)
    yield { gap, sight }
  }
}

async function lookAt(gap: Gap, host: Host, known: Known): Promise<Sight> {
  const { option, sees } = gap
  const look = LOOKS[option]
  if (sees === 'nobody' || look === undefined) return hidden(`no client can see it: ${gap.hidden ?? ''}`)
  const subject = await host.subjectFor(sees)
  const lacking = unmet(sees, subject)
  if (lacking.length > 0) return hidden(`needs ${lacking.map((need) => NEEDS[need].what).join(', ')}`)
  return visit(subject, (guest) => look(guest, known))
}

async function visit(subject: Subject, look: (guest: Guest) => Promise<Sight>): Promise<Sight> {
  const guest = new Guest(subject)
  try {
    return await look(guest)
  } catch (error) {
    if (error instanceof StatementFailure) return hidden(`expected ${error.expected}, got ${error.got}`)
    if (error instanceof StatementSkip) return hidden(error.message)
    throw error
  } finally {
    await guest.cleanUp()
  }
}
