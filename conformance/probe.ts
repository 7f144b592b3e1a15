import { StatementFailure, StatementSkip } from './check.js'
import { credentialObservers } from './gaps/credentials.js'
import { databaseObservers } from './gaps/database.js'
import { entryObservers } from './gaps/entries.js'
import { limitObservers } from './gaps/limits.js'
import {
  hidden,
  type KnownValues,
  type Observation,
  type ObservedValue,
  type Observers,
} from './gaps/observation.js'
import { GAPS, type Gap } from './gaps/table.js'
import { isNoWholeAnswer } from './indeterminate.js'
import { NEEDS, unmet } from './needs.js'
import { Session } from './session.js'
import type { ServiceUnderTest, SubjectSource } from './subject.js'

export interface Finding {
  readonly gap: Gap
  readonly observation: Observation
}

/** By option. */
export const OBSERVERS: Observers = {
  ...entryObservers,
  ...credentialObservers,
  ...databaseObservers,
  ...limitObservers,
}

/**
 * Observes every gap, in the order of the table. Throws if the service can't be reached.
 *
 * @param onStart called before each gap
 * @param only options to observe, which defaults to all
 */
export async function* probe(
  source: SubjectSource,
  onStart: (gap: Gap) => void = () => {},
  only?: readonly string[],
): AsyncGenerator<Finding> {
  const known = new Map<string, ObservedValue>()
  for (const gap of GAPS) {
    if (only?.includes(gap.option) === false) continue
    onStart(gap)
    const observation = await observeGap(gap, source, known)
    if ('value' in observation) known.set(gap.option, observation.value)
    yield { gap, observation }
  }
}

async function observeGap(gap: Gap, source: SubjectSource, known: KnownValues): Promise<Observation> {
  const { option, sees } = gap
  const observe = OBSERVERS[option]
  if (sees.length === 0 || observe === undefined)
    return hidden(`no client can observe it: ${gap.hidden ?? ''}`)
  const subject = await source.subjectFor(sees)
  const lacking = unmet(sees, subject)
  if (lacking.length > 0) return hidden(`needs ${lacking.map((need) => NEEDS[need].what).join(', ')}`)
  return inSession(subject, (session) => observe(session, known))
}

/** Runs the observer in its own session. If it can't interpret an answer, the value is hidden. */
async function inSession(
  subject: ServiceUnderTest,
  observe: (session: Session) => Promise<Observation>,
): Promise<Observation> {
  const session = new Session(subject)
  try {
    return await observe(session)
  } catch (error) {
    if (error instanceof StatementFailure) return hidden(`expected ${error.expected}, got ${error.got}`)
    if (error instanceof StatementSkip || isNoWholeAnswer(error)) return hidden(error.message)
    throw error
  } finally {
    await session.cleanUp()
  }
}
