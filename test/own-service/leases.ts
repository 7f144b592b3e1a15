import * as v from 'valibot'
import { defineService } from '../../src/own-service/define.js'
import type { StandardSchema } from '../../src/own-service/standard-schema.js'

type Leases = Record<string, number>

/** Leases end after a minute. */
export const leases = defineService({
  name: 'leases',
  state: (): Leases => ({}),
  operations: {
    create: {
      route: 'POST /leases',
      run({ state, id, now }) {
        const lease = id('lease')
        state[lease] = now + 60_000
        return { status: 201, json: { id: lease } }
      },
    },
    get: {
      route: 'GET /leases/:id',
      run({ state, params }) {
        const until = state[params.id]
        return until === undefined
          ? { status: 404, json: { error: 'ended' }, reason: 'the lease has ended' }
          : { json: { until } }
      },
    },
  },
  due: (state) => Object.entries(state).map(([name, at]) => ({ name, at })),
  onDue: ({ state, name }) => void delete state[name],
})

/** A schema from a library that also writes JSON Schema. */
const NAMED: StandardSchema<{ name: string }> = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) =>
      v.is(v.object({ name: v.string() }), value) ? { value } : { issues: [{ message: 'expected a name' }] },
    jsonSchema: {
      input: () => ({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
    },
  },
}

/** Paths that differ in their parameters' names, or have a fixed segment where another has a parameter. */
export const PATHS = defineService({
  name: 'paths',
  state: () => ({}),
  operations: {
    read: { route: 'GET /paths/:id', run: ({ params }) => ({ json: params.id }) },
    change: {
      route: 'PATCH /paths/:path',
      body: NAMED,
      run: ({ params, json }) => ({ json: [params.path, json.name] }),
    },
    current: { route: 'GET /paths/current', run: () => ({ json: 'current' }) },
  },
})
