import { describe, expect, test } from 'vitest'
import { type EventPosition, Events } from '../../src/domain/events.js'
import { Journal } from '../../src/domain/journal.js'
import { recordOf } from '../support/calls.js'

/** Events over a journal, and what a listener hears. */
function started(run = 'run') {
  const journal = new Journal({ entriesMax: 2000, bodyBytesMax: 1 })
  const events = new Events(journal, run)
  return {
    events,
    journal,
    request: () => {
      const entry = recordOf(`r${journal.nextNumber()}`)
      journal.add(entry)
      events.publish({ type: 'request', entry })
    },
    change: (id: string) => events.publish({ type: 'change', area: 'state', id }),
    /** The events after a position: ids in order, and the number of lost ones. */
    missedAfter: (position: Partial<EventPosition>): [string[], number] => {
      const { events: found, lost } = events.after({ run, number: 0, ...position })
      return [
        found.map(({ event }) => ('entry' in event ? event.entry.id : 'id' in event ? (event.id ?? '') : '')),
        lost,
      ]
    },
  }
}

describe('a listener that reconnects', () => {
  function five() {
    const world = started()
    world.request()
    world.change('a')
    world.request()
    world.change('b')
    world.request()
    return world
  }

  test('a listener that reconnects gets the later events, in order', () => {
    const { missedAfter } = five()
    expect(missedAfter({})).toEqual([['r1', 'a', 'r2', 'b', 'r3'], 0])
    expect(missedAfter({ number: 1 })).toEqual([['a', 'r2', 'b', 'r3'], 0])
    expect(missedAfter({ number: 2 })).toEqual([['r2', 'b', 'r3'], 0])
    expect(missedAfter({ number: 3 })).toEqual([['b', 'r3'], 0])
    expect(missedAfter({ number: 5 })).toEqual([[], 0])
  })

  test('a listener that reconnects gets all events if the position is from another run, or from the future', () => {
    const { missedAfter } = five()
    const all = [['r1', 'a', 'r2', 'b', 'r3'], 0]
    expect(missedAfter({ run: 'before', number: 3 })).toEqual(all)
    expect(missedAfter({ number: 6 })).toEqual(all)
  })

  test('a listener that reconnects gets the position of each event, to reconnect at', () => {
    const { events } = five()
    expect(events.after({ run: 'run', number: 3 }).events.map(({ position }) => position)).toEqual([
      { run: 'run', number: 4 },
      { run: 'run', number: 5 },
    ])
  })

  test('a listener that reconnects gets no request that the journal has dropped', () => {
    const { journal, request, missedAfter } = five()
    journal.reset()
    expect(missedAfter({})).toEqual([['a', 'b'], 3])
    request()
    expect(missedAfter({})).toEqual([['a', 'b', 'r1'], 3])
  })

  test('a listener that reconnects gets the last thousand events, and the number of lost ones', () => {
    const { change, request, missedAfter } = started()
    for (let index = 0; index < 1000; index++) change(`c${index}`)
    expect(missedAfter({})[1]).toBe(0)
    change('c1000')
    const [known, lost] = missedAfter({})
    expect([known.at(0), known.at(-1), lost]).toEqual(['c1', 'c1000', 1])
    for (let index = 0; index < 1500; index++) request()
    const [later, gone] = missedAfter({})
    expect([later.at(0), later.at(-1), later.length, gone]).toEqual(['r501', 'r1500', 1000, 1501])
    expect(missedAfter({ number: 2401 })[0]).toHaveLength(100)
  })
})

test('a listener hears events until it unsubscribes, or the world ends', () => {
  const { events, request, change } = started()
  const heard: string[] = []
  const listener = {
    hear: ({ event }: { event: { type: string } }) => heard.push(event.type),
    end: () => heard.push('end'),
  }
  const stop = events.listen(listener)
  request()
  change('a')
  stop()
  request()
  events.listen(listener)
  events.close()
  expect(heard).toEqual(['request', 'change', 'end'])
  events.listen(listener)
  change('b')
  expect(heard).toHaveLength(4)
})

test('a listener gets a position with each event; a closed world keeps no events', () => {
  const { events, request, change, missedAfter } = started()
  const places: EventPosition[] = []
  events.listen({ hear: ({ position }) => places.push(position), end: () => {} })
  request()
  change('a')
  expect(places).toEqual([
    { run: 'run', number: 1 },
    { run: 'run', number: 2 },
  ])
  events.close()
  change('b')
  expect(missedAfter({ number: 1 })).toEqual([[], 2])
})
