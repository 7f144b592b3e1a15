import * as v from 'valibot'
import { needed, ofRequest, seedBody } from '../admin/body.js'
import { call, type ServiceAdmin } from '../admin/call.js'
import { expected } from '../core/expected.js'
import type { ContentsOf } from '../domain/state.js'
import { issueAt } from '../seed/schema/exact-json.js'
import type { CheckedService } from './check.js'
import type { OwnContents } from './contents.js'
import { stateProblems } from './seed.js'

export function ownAdmin(service: CheckedService, contents: ContentsOf<OwnContents>): ServiceAdmin {
  const { name } = service
  const declared = { path: `/services/${name}/state`, tag: 'Seed and state' } as const
  const answer = { schema: v.unknown(), example: {} }
  return {
    calls: [
      call({
        ...declared,
        method: 'GET',
        summary: `Get the state of ${name}`,
        answer,
        handle: ({ world }) => world.state.of(contents).shownAt(world.clock.now()),
      }),
      call({
        ...declared,
        method: 'PUT',
        summary: `Replace the state of ${name}`,
        changes: 'services',
        addsContents: true,
        body: needed(ofRequest(seedBody(stateBody(service), {}))),
        answer,
        handle: ({ world, body, change }) =>
          change(
            (now) => {
              const held = world.state.of(contents)
              held.load(body, now)
              return held.shownAt(now)
            },
            { id: name },
          ),
      }),
    ],
    named: {},
    holders: () => [],
    records: () => [],
  }
}

const stateBody = (service: CheckedService) =>
  v.pipe(
    v.custom<object>((value) => typeof value === 'object' && value !== null, expected('an object or a list')),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { path, message } of stateProblems(dataset.value, service))
        addIssue(issueAt(path, { message }))
    }),
  )
