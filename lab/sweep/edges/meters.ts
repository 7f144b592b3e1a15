import type { SeedObject } from 'tristore-emulator'
import { monthKey } from '../../months.js'
import type { Disturbance } from '../one-run.js'
import type { EdgeName } from '../options.js'
import type { RunRequest } from '../requests.js'
import type { UndisturbedRun } from '../undisturbed.js'
import { type Approach, type Boundary, STEPS, signed } from './boundary.js'

type NamespaceObject = NonNullable<SeedObject['namespaces']>[number]

/** Distances from a limit at which two runs show the effect of one more unit. The farthest possible one is used. */
const CONTROL_STEPS = [-50, -10, -4]

/** Finds the last unit of each quota, and of storage, that requests used. Counters are set before the run. */
export function meterBoundaries(undisturbed: UndisturbedRun, edges: readonly EdgeName[]): Boundary[] {
  return [
    ...(edges.includes('quota') ? quotas(undisturbed) : []),
    ...(edges.includes('storage') ? storage(undisturbed) : []),
  ]
}

/** Finds the last request that each namespace counter counted, because earlier ones must succeed to get there. */
function quotas({ requests, startState, operations }: UndisturbedRun): Boundary[] {
  const last = new Map<string, { request: RunRequest; counter: string }>()
  for (const request of requests) {
    const counter = operations.named(request.operation)?.counts
    if (
      counter !== undefined &&
      counter !== 'deletes' &&
      numbersOf(request, 'monthly quota').limit !== undefined
    ) {
      last.set(`${request.resource} ${counter} ${monthKey(request.details.at)}`, { request, counter })
    }
  }
  return [...last.values()].map(({ request, counter }) => {
    const { used = 0, limit = 0 } = numbersOf(request, 'monthly quota')
    const month = monthKey(request.details.at)
    const { usage } = startState.namespaces?.find(({ id }) => id === request.resource) ?? {}
    const before = Number(Object(Object(usage)[month])[counter] ?? 0)
    return boundaryOf(request, counter, (step) => {
      const count = before + limit + step - used
      return count < 0 ? undefined : { usage: { [month]: { [counter]: count } } }
    })
  })
}

function storage({ requests }: UndisturbedRun): Boundary[] {
  return requests.flatMap((request) => {
    const { after, limit } = numbersOf(request, 'storage')
    if (after === undefined || limit === undefined) return []
    const toSeed = (step: number) => {
      const storageBytes = after - 1 - step
      return storageBytes < 0 ? undefined : { limits: { storageBytes } }
    }
    return [boundaryOf(request, 'storageBytes', toSeed)]
  })
}

function boundaryOf(
  request: RunRequest,
  meter: string,
  toSeed: (step: number) => Omit<NamespaceObject, 'id'> | undefined,
): Boundary {
  const nameOf = (step: number) => `${meter} ${signed(step)}`
  const approachAt = (step: number, compared: Pick<Approach, 'like' | 'control'>): Approach[] => {
    const namespace = toSeed(step)
    if (namespace === undefined) return []
    const seed = { namespaces: [{ id: request.resource ?? '', ...namespace }] }
    const disturbance: Disturbance = { prepare: (world) => world.state.merge(seed) }
    return [{ name: nameOf(step), ...compared, movesMin: 0, disturbance }]
  }
  const far = CONTROL_STEPS.find((step) => toSeed(step) !== undefined)
  const control = far === undefined ? {} : { control: [nameOf(far), nameOf(far + 1)] as const }
  return {
    request,
    approaches: STEPS.flatMap((one) =>
      approachAt(one.step, 'like' in one ? { like: nameOf(one.like), ...control } : {}),
    ),
    controls: far === undefined ? [] : [...approachAt(far, {}), ...approachAt(far + 1, {})],
  }
}

/** Returns the numbers of a gate that the request reached. */
function numbersOf({ details }: RunRequest, name: string): Readonly<Record<string, number | undefined>> {
  const found = details.explain.gates.find(({ gate }) => gate === name)
  return Object.fromEntries(
    Object.entries(found ?? {}).flatMap(([field, value]) =>
      typeof value === 'number' ? [[field, value]] : [],
    ),
  )
}
