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

describe('two places', () => {
  let places: Places
  let begun: string[]
  let ends: Map<string, { done: () => void; failed: (error: Error) => void }>

  beforeEach(() => {
    places = new Places(2)
    begun = []
    ends = new Map()
  })

  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((done, failed) => ends.set(name, { done, failed }))
  }
  const come = (name: string, client = new Client()) => places.within(client, work(name))

  it('are taken at once while they are free', () => {
    come('a')
    come('b')
    come('c')
    expect(begun).toEqual(['a', 'b'])
  })

  it('are given to those that wait, in their order', async () => {
    const first = come('a')
    const second = come('b')
    come('c')
    come('d')
    ends.get('b')?.done()
    await second
    expect(begun).toEqual(['a', 'b', 'c'])
    ends.get('a')?.done()
    await first
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
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
    const first = come('a')
    come('b')
    const gone = new Client()
    const left = come('c', gone)
    come('d')
    gone.leave()
    await left
    ends.get('a')?.done()
    await first
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
    const first = come('a')
    come('b')
    const client = new Client()
    come('c', client)
    ends.get('a')?.done()
    await first
    expect(client.listenerCount('close')).toBe(0)
  })
})
