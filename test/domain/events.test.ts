import { describe, expect, test } from 'vitest'
import { type EventPosition, Events } from '../../src/domain/events.js'

/** Events over a journal of so many requests, and what a listener hears. */
function started(run = 'run') {
  const entries: string[] = []
  const journal = {
    get added() {
      return entries.length
    },
    newestFirst: () => entries.toReversed(),
  }
  const events = new Events<string>(journal, run)
  return {
    events,
    entries,
    request: () => {
      entries.push(`r${entries.length + 1}`)
      events.publish({ type: 'request', entry: entries.at(-1) ?? '' })
    },
    change: (id: string) => events.publish({ type: 'change', area: 'state', id }),
    /** What came behind a position: ids in order, and how many are lost. */
    behind: (position: Partial<EventPosition>): [string[], number] => {
      const { events: found, lost } = events.behind({ run, requests: 0, others: 0, ...position })
      return [
        found.map(({ event }) => ('entry' in event ? event.entry : 'id' in event ? (event.id ?? '') : '')),
        lost,
      ]
    },
  }
}

describe('who comes back', () => {
  function five() {
    const world = started()
    world.request()
    world.change('a')
    world.request()
    world.change('b')
    world.request()
    return world
  }

  test('is told what came behind, requests and others in their order', () => {
    const { behind } = five()
    expect(behind({})).toEqual([['r1', 'a', 'r2', 'b', 'r3'], 0])
    expect(behind({ requests: 1 })).toEqual([['a', 'r2', 'b', 'r3'], 0])
    expect(behind({ requests: 1, others: 1 })).toEqual([['r2', 'b', 'r3'], 0])
    expect(behind({ requests: 2, others: 1 })).toEqual([['b', 'r3'], 0])
    expect(behind({ requests: 3, others: 2 })).toEqual([[], 0])
  })

  test('is told all where the position is of another run, or of what has not been', () => {
    const { behind } = five()
    const all = [['r1', 'a', 'r2', 'b', 'r3'], 0]
    expect(behind({ run: 'before', requests: 2, others: 1 })).toEqual(all)
    expect(behind({ requests: 4, others: 1 })).toEqual(all)
    expect(behind({ requests: 2, others: 3 })).toEqual(all)
  })

  test('is told the place of each event, to come back to', () => {
    const { events } = five()
    expect(
      events.behind({ run: 'run', requests: 0, others: 0 }).events.map(({ position }) => position),
    ).toEqual([
      { run: 'run', requests: 1, others: 0 },
      { run: 'run', requests: 1, others: 1 },
      { run: 'run', requests: 2, others: 1 },
      { run: 'run', requests: 2, others: 2 },
      { run: 'run', requests: 3, others: 2 },
    ])
  })

  test('is told so many at most, the last of them, and how many are lost', () => {
    const { change, request, behind } = started()
    for (let index = 0; index < 1000; index++) change(`c${index}`)
    expect(behind({})[1]).toBe(0)
    change('c1000')
    const [told, lost] = behind({})
    expect([told.at(0), told.at(-1), lost]).toEqual(['c1', 'c1000', 1])
    for (let index = 0; index < 1500; index++) request()
    const [later, gone] = behind({})
    expect([later.at(0), later.at(-1), later.length, gone]).toEqual(['r501', 'r1500', 1000, 1501])
    expect(behind({ requests: 1400, others: 1001 })[0]).toHaveLength(100)
  })

  test('is told of the last ones, however many there were', () => {
    const { change, behind } = started()
    for (let index = 0; index < 1999; index++) change(`c${index}`)
    change('last')
    const [told, lost] = behind({ others: 900 })
    expect([told.at(0), told.at(-1), lost]).toEqual(['c1000', 'last', 100])
  })
})

describe('a listener', () => {
  test('hears what happens until it ends, or the world does', () => {
    const { events, request, change } = started()
    const heard: string[] = []
    const listener = {
      hear: ({ event }: { event: { type: string } }) => heard.push(event.type),
      end: () => heard.push('end'),
    }
    expect(events.isHeard).toBe(false)
    const stop = events.listen(listener)
    expect(events.isHeard).toBe(true)
    request()
    change('a')
    stop()
    expect(events.isHeard).toBe(false)
    request()
    events.listen(listener)
    events.close()
    expect([heard, events.isHeard]).toEqual([['request', 'change', 'end'], false])
    events.listen(listener)
    change('b')
    expect([heard.length, events.isHeard]).toEqual([4, false])
  })

  test('what it hears has a place; a closed world keeps nothing', () => {
    const { events, request, change, behind } = started()
    const places: EventPosition[] = []
    events.listen({ hear: ({ position }) => places.push(position), end: () => {} })
    request()
    change('a')
    expect(places).toEqual([
      { run: 'run', requests: 1, others: 0 },
      { run: 'run', requests: 1, others: 1 },
    ])
    events.close()
    change('b')
    expect(behind({ requests: 1 })).toEqual([[], 2])
  })
})
