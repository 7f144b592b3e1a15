import { describe, expect, test } from 'vitest'
import { baggageOf, worldsInBaggage } from '../../src/worlds/carriers/carriers.js'
import { credentialOf, worldInToken, worldKeyIn } from '../../src/worlds/carriers/credential.js'
import { traceIdOf, traceparentOf, worldTraceIdIn } from '../../src/worlds/carriers/traceparent.js'

describe('baggage', () => {
  test.each([
    [baggageOf('w1'), ['w1']],
    ['emulator-world=w1', ['w1']],
    ['user=alice , emulator-world = w1 ;p=1, k=v', ['w1']],
    ['emulator-world=%77%31', ['w1']],
    ['emulator-world=w1,emulator-world=w2', ['w1', 'w2']],
    ['emulator-world=', ['']],
    ['emulator-world=%E0%A4%A', ['%E0%A4%A']],
    ['x-emulator-world=w1,emulator-worlds=w1,k=emulator-world', []],
    ['emulator-world', []],
    [';;,,==,%', []],
    ['', []],
  ])('the baggage %j names the worlds %j', (header, worlds) => {
    expect(worldsInBaggage(header)).toEqual(worlds)
  })

  test('baggage of the longest head is read in one pass', () => {
    const longest = `${', \t'.repeat(80_000)}emulator-world=w1`
    expect(worldsInBaggage(longest)).toEqual(['w1'])
    expect(worldsInBaggage(`emulator-world=${' '.repeat(250_000)}`)).toEqual([''])
  })
})

describe('a traceparent', () => {
  const OWN = traceparentOf('w1')
  const ID = traceIdOf(OWN)

  test('a traceparent is well formed, equal for equal ids and different for others', () => {
    expect(OWN).toMatch(/^00-[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/)
    expect(traceparentOf('w1')).toBe(OWN)
    const ids = new Set(Array.from({ length: 20_000 }, (_, n) => traceIdOf(traceparentOf(`w${n}`))))
    expect(ids.size).toBe(20_000)
  })

  test.each([
    ['as it was given', OWN, ID],
    ['of a span below it', OWN.replace(/-[\da-f]{16}-01$/, '-00f067aa0ba902b7-00'), ID],
    ['of a later version', `cc${OWN.slice(2)}-more`, ID],
    ['of an application', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    ['of no version', `ff${OWN.slice(2)}`, undefined],
    ['in upper case', OWN.toUpperCase(), undefined],
    ['sent twice', `${OWN}, ${OWN}`, undefined],
    ['cut short', OWN.slice(0, 40), undefined],
    ['empty', '', undefined],
    ['very long', OWN + '-'.repeat(250_000), undefined],
  ])('a traceparent names its world, or none: %s', (_name, header, expected) => {
    expect(worldTraceIdIn(header)).toBe(expected)
  })
})

describe('a credential', () => {
  test.each([
    [credentialOf('kv_admin_shop', 'w1'), { key: 'kv_admin_shop', world: 'w1' }],
    ['a@b@w1', { key: 'a@b', world: 'w1' }],
    ['kv_admin_shop', undefined],
    ['@w1', undefined],
    ['k@w1, k@w1', undefined],
  ])('the credential %s is split into key and world', (sent, parts) => {
    expect(worldKeyIn(sent)).toEqual(parts)
  })

  const tokenOf = (payload: string) => `Bearer e30.${Buffer.from(payload).toString('base64url')}.c2ln`

  test.each(['', 'a', 'ab', 'abc'])('a token names a world wherever its claim is (%j)', (sub) => {
    expect(worldInToken(tokenOf(JSON.stringify({ sub, emulator_world: 'w1', exp: 1 })))).toBe('w1')
    expect(worldInToken(tokenOf(JSON.stringify({ emulator_world: 'w1', sub })))).toBe('w1')
  })

  test.each([
    ['of another claim', tokenOf('{"sub":"user_alice"}')],
    ['with a claim that is not text', tokenOf('{"emulator_world":1}')],
    ['with the name as a value', tokenOf('{"sub":"emulator_world"}')],
    ['that is not an object', tokenOf('["emulator_world"]')],
    ['that is null', tokenOf('null')],
    ['that is not JSON', tokenOf('{"emulator_world":"w1"')],
    ['of another scheme', tokenOf('{"emulator_world":"w1"}').replace('Bearer', 'Basic')],
    ['without a signature', 'Bearer ZW11bGF0b3Jfd29ybGQ'],
    ['that is empty', ''],
  ])('a token %s names no world', (_name, header) => {
    expect(worldInToken(header)).toBeUndefined()
  })
})
