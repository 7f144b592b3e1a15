import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Profile } from '../../../src/domain/profile/profile-types.js'
import { profileSchema } from '../../../src/domain/profile/schema.js'

/** The types of the profile are written out of its schema, so that editors show what each option decides. */

/** The members of a schema that types are written from. */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, Shape>>
  readonly wrapped?: Shape
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly default?: unknown
}

const COLUMNS = 110

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const bare = (shape: Shape): Shape =>
  shape.type === 'optional' && shape.wrapped !== undefined ? shape.wrapped : shape

function typeOf({ type, options = [], wrapped, literal: value }: Shape): string {
  if (type === 'picklist') return options.map(literal).join(' | ')
  if (type === 'union') return options.map((one) => typeOf(one as Shape)).join(' | ')
  if (type === 'literal') return literal(value)
  if (type === 'nullable' && wrapped !== undefined) return `${typeOf(wrapped)} | null`
  return type
}

/** What a schema says of itself, or what it wraps. */
const descriptionOf = (shape: Shape): string | undefined =>
  v.getDescription(shape as unknown as v.GenericSchema) ?? (shape.wrapped && descriptionOf(shape.wrapped))

function docs(indent: string, text: string): string[] {
  const line = `${indent}/** ${text} */`
  if (line.length <= COLUMNS) return [line]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= COLUMNS) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`${indent} * ${word}`)
  }
  return [`${indent}/**`, ...lines, `${indent} */`]
}

function members(entries: Readonly<Record<string, Shape>>, indent: string): string[] {
  return Object.entries(entries).flatMap(([name, shape]) => {
    const inner = bare(shape)
    const key = /^\d+$/.test(name) || /^[a-z]\w*$/i.test(name) ? name : `'${name}'`
    const what = descriptionOf(shape) ?? expect.fail(`${name} has no description`)
    if (inner.entries !== undefined)
      return [
        ...docs(indent, what),
        `${indent}readonly ${key}: {`,
        ...members(inner.entries, `${indent}  `),
        `${indent}}`,
      ]
    const initially = JSON.stringify(shape.default)
    return [...docs(indent, `${what} Default: ${initially}.`), `${indent}readonly ${key}: ${typeOf(inner)}`]
  })
}

it('is written as the schema says, each option with what it decides and its default', async () => {
  const text = [
    '// Written from schema.ts by test/domain/profile/types.test.ts: `npx vitest run test/domain/profile -u` renews it.',
    '',
    '/**',
    ' * Every option with its present value. Immutable: a change makes a new profile.',
    ' *',
    ' * @example',
    ' * const { kv } = await emulator.profile.get()',
    ' */',
    'export interface Profile {',
    ...members(profileSchema.entries as unknown as Readonly<Record<string, Shape>>, '  '),
    '}',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../src/domain/profile/profile-types.ts')
})

/** Without `readonly`, all the way down. */
type Writable<T> = T extends object ? { -readonly [Name in keyof T]: Writable<T[Name]> } : T

describe('the type', () => {
  it('is that of what the schema makes', () => {
    expectTypeOf<Writable<Profile>>().toEqualTypeOf<v.InferOutput<typeof profileSchema>>()
  })
})
