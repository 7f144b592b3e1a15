import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { Places } from '../../../src/admin/answering/places.js'

class Client extends EventEmitter {
  destroyed = false

  leave(): void {
    this.destroyed = true
    this.emit('close')
  }
}

let places: Places<string>
let begun: string[]
let overs: Map<string, Promise<void>>
let ends: Map<string, { done: () => void; failed: (error: Error) => void }>

const begin = (all: number, ofAKind: number) => {
  places = new Places({ all, ofAKind })
  begun = []
  overs = new Map()
  ends = new Map()
}
const work = (name: string) => () => {
  begun.push(name)
  return new Promise<void>((done, failed) => ends.set(name, { done, failed }))
}
/** Of a kind that its first letter tells. */
const come = (name: string, client = new Client()) => {
  const over = places.within(name.replace(/\d/, ''), client, work(name))
  overs.set(name, over)
  return over
}
/** Ends some work, and lets one that waits begin. */
const end = async (name: string) => {
  ends.get(name)?.done()
  await overs.get(name)
}

describe('two places', () => {
  beforeEach(() => begin(2, 2))

  it('are taken at once while they are free', () => {
    come('a')
    come('b')
    come('c')
    expect(begun).toEqual(['a', 'b'])
  })

  it('are given to those that wait, in their order', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name)
    await end('a2')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('are given in a turn of the next one, not in that of the one before', async () => {
    const first = come('a')
    come('b')
    come('c')
    ends.get('a')?.done()
    await first
    expect(begun).toEqual(['a', 'b'])
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('are free again behind work that fails', async () => {
    const first = come('a')
    come('b')
    ends.get('a')?.failed(new Error('no'))
    await expect(first).rejects.toThrow('no')
    come('c')
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('are not for clients that left the line', async () => {
    come('a')
    come('b')
    const gone = new Client()
    const left = come('c', gone)
    come('d')
    gone.leave()
    await left
    await end('a')
    expect(begun).toEqual(['a', 'b', 'd'])
  })

  it('are not for clients that had left before', async () => {
    come('a')
    come('b')
    const gone = new Client()
    gone.leave()
    await come('c', gone)
    expect(begun).toEqual(['a', 'b'])
  })

  it('forget a client that got its turn', async () => {
    come('a')
    come('b')
    const client = new Client()
    come('c', client)
    await end('a')
    expect(client.listenerCount('close')).toBe(0)
  })

  it('are given to the kinds that wait in turn, however many of one wait', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) come(name)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name)
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })
})

describe('four places, two of a kind', () => {
  beforeEach(() => begin(4, 2))

  it('leave two free however many of one kind come', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) come(name)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
    await end('b1')
    // The first in line is of a kind that has its two.
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3'])
  })
})
