import { expect } from 'vitest'
import table from '../../clients/calls.json' with { type: 'json' }

/** A call that every client makes. A name in braces stands for the same value in all calls. */
export interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** Members that the answer must have. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Sent by the application under test, while the next calls are made. */
  readonly byApplication?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

export const calls: readonly Call[] = table.calls
export const { starter, docker } = table

export type Names = Map<string, string>

/** Fills in the names in a value. */
export function filled<T>(value: T, names: Names): T {
  const text = JSON.stringify(value)
  return JSON.parse(text.replaceAll(/\{(\w+)\}/g, (braced, name) => names.get(name) ?? braced))
}

/** Checks that an exchange matches a call, and remembers the names that its answer defines. */
export function assertCall(
  { name: _, fields = {}, headers: __, byApplication: ___, ...call }: Call,
  exchange: Exchange,
  names: Names,
): void {
  const { answer, ...seen } = exchange
  for (const [field, value] of Object.entries(fields)) {
    const [, name] = /^\{(\w+)\}$/.exec(String(value)) ?? []
    if (name !== undefined) names.set(name, String(Object(answer)[field]))
  }
  expect(seen).toEqual(filled(call, names))
  expect(answer ?? {}).toMatchObject(filled(fields, names))
}
