import * as v from 'valibot'
import { monthKey } from '../../core/instants.js'
import { type Counters, ORIGIN_MONTH } from '../../domain/quotas.js'
import { deep, fields } from '../../seed/joins.js'
import { seedPart } from '../../seed/part.js'
import { resourcePart } from '../../seed/resource-part.js'
import { list } from '../../seed/schema/fields.js'
import { countersByMonth } from '../../seed/schema/usage.js'
import { KV } from './contents.js'
import { namespace, namespaces } from './kinds.js'

type NamespaceSeed = v.InferOutput<typeof namespace>

export const kvSeed = seedPart({
  fields: {
    namespaces: v.exactOptional(
      v.pipe(list(namespace, 'namespaces'), v.description("The key-value store's namespaces.")),
    ),
  },
  ...resourcePart({
    ...namespaces,
    joins: { limits: fields({}), usage: deep },
    add: (state, id, owner) => state.of(KV).addNamespace(id, owner, {}),
    set(one, { limits, usage }: NamespaceSeed, { anchor }) {
      one.changeLimits(limits ?? {})
      const current = anchor === 'origin' ? ORIGIN_MONTH : monthKey(anchor)
      for (const [month, counters] of countersByMonth(usage ?? {}, current)) one.usage.set(month, counters)
    },
    own({ limits, usage }, { origin }) {
      // If nothing has happened to a namespace since the seed was loaded, its counters are in the origin's month.
      const months = usage
        .copy(origin)
        .months()
        .filter(([, counters]) => hasCounted(counters))
      return {
        ...(Object.keys(limits).length === 0 ? {} : { limits }),
        ...(months.length === 0
          ? {}
          : { usage: Object.fromEntries(months.map(([month, counters]) => [month, { ...counters }])) }),
      }
    },
  }),
})

/** A month whose counters are all 0 is the same as one that was never counted. */
const hasCounted = (counters: Counters): boolean => Object.values(counters).some((count) => count > 0)
