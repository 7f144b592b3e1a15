import { expect } from 'vitest'
import table from '../../clients/calls.json' with { type: 'json' }

/** A call that every client makes. A name in braces has the same value in all calls. */
export interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** Members of the answer. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Sent by the application under test, while the next calls are made. */
  readonly byApplication?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A request and its answer. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

export const calls: readonly Call[] = table.calls
export const { starter, docker } = table

/** The values of the names in braces. */
export type Names = Map<string, string>

/** Replaces the names in a value of the table. */
export function filled<T>(value: T, names: Names): T {
  const text = JSON.stringify(value)
  return JSON.parse(text.replaceAll(/\{(\w+)\}/g, (braced, name) => names.get(name) ?? braced))
}

/** Checks that an exchange matches a call, and adds the names from its answer. */
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
