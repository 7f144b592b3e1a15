import * as v from 'valibot'
import { readJson } from '../admin/body.js'
import { call, type ServiceAdmin } from '../admin/call.js'
import { Refusal } from '../core/refusal.js'
import type { ContentsOf } from '../domain/state.js'
import type { CheckedService } from './check.js'
import type { OwnContents } from './contents.js'
import { stateProblems } from './seed.js'

/** A service of one's own in the admin interface: its state, to read and to replace. */
export function ownAdmin({ name, schema }: CheckedService, contents: ContentsOf<OwnContents>): ServiceAdmin {
  const path = `/services/${name}/state`
  const answer = { schema: v.unknown(), example: {} }
  return {
    calls: [
      call({
        method: 'GET',
        path,
        summary: `The state of ${name}`,
        tag: 'Seed and state',
        answer,
        handle: ({ world }) => world.state.of(contents).shownAt(world.clock.now()),
      }),
      call({
        method: 'PUT',
        path,
        summary: `Replace the state of ${name}`,
        tag: 'Seed and state',
        changes: 'services',
        addsContents: true,
        body: { schema: v.unknown(), example: {}, isNeeded: true, read: readJson },
        answer,
        handle({ world, body, change }) {
          const [problem] = stateProblems(body, schema)
          if (problem !== undefined || typeof body !== 'object' || body === null) {
            const place = problem?.path.length ? `${problem.path.join('.')}: ` : ''
            throw new Refusal(
              'invalid_request',
              `${place}${problem?.message ?? 'expected an object or a list'}`,
            )
          }
          return change(
            (now) => {
              const held = world.state.of(contents)
              held.load(body, now)
              return held.shownAt(now)
            },
            { id: name },
          )
        },
      }),
    ],
    named: {},
    holders: () => [],
    records: () => [],
  }
}
