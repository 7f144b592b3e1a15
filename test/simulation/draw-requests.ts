import fc from 'fast-check'
import { entryKey, given, maybe, often, pick, scope, valueText, world } from './draw.js'
import type { BodySpec, Credential, NextSpec, OperationName, RequestStep, Step } from './steps.js'
import { TOKEN_KINDS } from './tokens.js'

/** Draws requests to the services, most of them valid. */

const ttlText = often(
  pick('60', '61', '90', '3600', '1', '-5', '60.0', '1e3', '86400'),
  pick('60.5', '"60"', 'null', '1000000000000', '9007199254740991', '9007199254740993', '-1.5'),
)
const form = fc.oneof(
  { weight: 24, arbitrary: pick<BodySpec['form']>('plain', 'spaced', 'twice') },
  { weight: 1, arbitrary: pick<BodySpec['form']>('broken', 'list') },
)

const body = (members: Record<string, fc.Arbitrary<string>>, ...needed: string[]): fc.Arbitrary<BodySpec> =>
  fc.record({
    members: fc
      .record(
        Object.fromEntries(
          Object.entries(members).map(([name, texts]) => [
            name,
            needed.includes(name) ? texts : maybe(texts),
          ]),
        ),
      )
      .map((drawn) =>
        Object.fromEntries(
          Object.entries(drawn).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
        ),
      ),
    form,
  })

const missingSometimes = (arbitrary: fc.Arbitrary<BodySpec>): fc.Arbitrary<BodySpec> =>
  fc.tuple(arbitrary, fc.nat(23)).map(([whole, luck]) => {
    if (luck < 22) return whole
    const members = Object.entries(whole.members)
    const rest = luck === 22 ? members.slice(1) : members.slice(0, -1)
    return { ...whole, members: Object.fromEntries(rest) }
  })

const kvBody = missingSometimes(body({ value: valueText, ttlSeconds: ttlText }, 'value', 'ttlSeconds'))
const configBody = missingSometimes(body({ value: valueText }, 'value'))
const heading = often(pick('"One"', '""', '"ß \\u0041"'), pick('5', 'null'))
const text = often(pick('"c"', '""'), pick('null', '7'))
const documentBody = missingSometimes(
  body({ title: heading, content: text, id: pick('7'), other: pick('[]') }, 'title'),
)
const projectBody = missingSometimes(body({ name: heading, description: text, id: pick('7') }, 'name'))

const ownKey = fc.record({
  key: fc.constant('own' as const),
  scope: often(fc.constant('admin' as const), scope),
})
const scopedKey: fc.Arbitrary<Credential> = fc.oneof(
  { weight: 24, arbitrary: ownKey },
  { weight: 1, arbitrary: fc.record({ key: fc.constant('foreign' as const), scope }) },
  { weight: 2, arbitrary: pick<Credential>({ key: 'revoked' }, 'nobody', { key: 'unknown' }) },
)
const ofOwner = often(fc.constant('owner' as const), fc.constant('stranger' as const))
const bearer: fc.Arbitrary<Credential> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ bearer: fc.constant('plain' as const), of: ofOwner }) },
  { weight: 5, arbitrary: fc.record({ bearer: pick(...TOKEN_KINDS), of: ofOwner }) },
  { weight: 2, arbitrary: pick<Credential>({ bearer: 'broken' }, 'nobody') },
)
const databaseKey: fc.Arbitrary<Credential> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ databaseKey: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ databaseKey: fc.nat(4) }) },
  { weight: 1, arbitrary: pick<Credential>('nobody', { key: 'unknown' }) },
)

const limit = fc.oneof(
  { weight: 8, arbitrary: pick<string | undefined>('2', '1', '3', undefined) },
  {
    weight: 2,
    arbitrary: pick<string | undefined>(
      '100',
      '101',
      '0',
      '-1',
      'abc',
      '1.5',
      '2147483647',
      '2147483648',
      '',
    ),
  },
)
const next: fc.Arbitrary<NextSpec> = fc.record({
  given: fc.nat(5),
  way: pick<NextSpec['way']>('followed', 'query', 'header'),
  altered: often(fc.constant(false), fc.constant(true)),
})

const faultHeader = fc.oneof(
  { weight: 40, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: pick<string | undefined>('503', '429; effect=after', 'reset', 'bogus') },
)

/** Sometimes a type other than JSON, or another name for JSON. */
const contentType = fc.oneof(
  { weight: 16, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: pick<string | undefined>('text/plain', 'application/problem+json; charset=utf-8') },
)

type Sent = Pick<RequestStep, 'by'> & Partial<Pick<RequestStep, 'resource' | 'body' | 'limit' | 'next'>>

function request(
  sent: { [Name in keyof Sent]: fc.Arbitrary<Sent[Name] | undefined> },
  ...operations: OperationName[]
): fc.Arbitrary<Step> {
  const resource = fc.oneof(
    { weight: 10, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.nat(3) },
  )
  return given<RequestStep>({
    do: fc.constant('request' as const),
    operation: pick(...operations),
    world,
    resource,
    key: entryKey,
    fault: faultHeader,
    ...(sent.body === undefined ? {} : { contentType }),
    ...sent,
  })
}

/** Ids start at 1. The last two aren't valid. */
const documentNumber = fc.nat(14)

export const requests = fc.oneof(
  { weight: 10, arbitrary: request({ by: scopedKey, body: kvBody }, 'kv.put') },
  { weight: 10, arbitrary: request({ by: scopedKey }, 'kv.get') },
  { weight: 4, arbitrary: request({ by: scopedKey }, 'kv.delete') },
  {
    weight: 5,
    arbitrary: request(
      { by: fc.oneof({ weight: 4, arbitrary: bearer }, { weight: 1, arbitrary: scopedKey }) },
      'kv.list',
    ),
  },
  { weight: 6, arbitrary: request({ by: bearer }, 'usage.get') },
  { weight: 4, arbitrary: request({ by: scopedKey, body: configBody }, 'config.put') },
  { weight: 5, arbitrary: request({ by: scopedKey }, 'config.get', 'config.list', 'config.delete') },
  {
    weight: 9,
    arbitrary: request({ by: databaseKey, limit, next: maybe(next) }, 'documents.list', 'projects.list'),
  },
  { weight: 4, arbitrary: request({ by: databaseKey, body: documentBody }, 'documents.create') },
  { weight: 2, arbitrary: request({ by: databaseKey, body: projectBody }, 'projects.create') },
  { weight: 4, arbitrary: request({ by: databaseKey, resource: documentNumber }, 'documents.get') },
  { weight: 1, arbitrary: request({ by: ownKey }, 'not shown', 'unknown path') },
)
