import { describe, notExpected } from '../core/expected.js'
import type { ContentsOf } from '../domain/state.js'
import type { SeededService } from '../seed/part.js'
import type { Seed } from '../seed/schema/schema.js'
import type { Path } from '../seed/text/problems.js'
import type { CheckedService } from './check.js'
import { type OwnContents, seededState } from './contents.js'
import { passTime } from './due.js'
import { NotJson } from './json-state.js'
import { said } from './run.js'
import { checkWith } from './standard-schema.js'

/** For example `services: { leases: … }`. */
export const ownSeed = (
  service: CheckedService,
  contents: ContentsOf<OwnContents>,
): SeededService['seed'] => ({
  fields: {},
  joins: {},
  lists: () => [],
  end({ services }: Pick<Seed, 'services'>, { state, anchor }) {
    const given = services?.[service.name]
    if (given !== undefined) state.of(contents).load(given, anchor === 'origin' ? state.origin : anchor)
  },
  show: (state, _keys, _admit, now) => ({ services: { [service.name]: state.of(contents).show(now) } }),
  ownProblems: (state) => stateProblems(state, service),
})

/** Even without a schema, there can be problems, because `due` may fail. */
export function stateProblems(
  state: unknown,
  service: Pick<CheckedService, 'initial' | 'schema' | 'due' | 'onDue'>,
): readonly { readonly path: Path; readonly message: string }[] {
  try {
    const { state: data } = seededState(state, 0)
    const wanted = describe(service.initial)
    if (describe(data) !== wanted)
      return [{ path: [], ...notExpected(data, `${wanted}, as state() returns`) }]
    const problems = service.schema === undefined ? [] : checkWith(service.schema, data).problems
    // Nothing is due this early, so this only calls `due`.
    if (problems.length === 0) passTime(service, data, Number.NEGATIVE_INFINITY)
    return problems
  } catch (error) {
    if (error instanceof NotJson) return [{ path: error.path, message: `it ${error.problem}` }]
    return [{ path: [], message: said(error) }]
  }
}
