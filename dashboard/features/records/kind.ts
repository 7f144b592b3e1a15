import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { QueryParameters } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import type { Column } from '../../components/table.js'
import { isFound } from '../../lib/found.js'
import { inOrder, type RankedOrder } from '../../lib/sort.js'
import type { EventName } from '../../live.js'

/** Describes a kind of record to lists, panels and forms. */
export interface ListedKind<R> {
  readonly noun: string
  readonly plural: string
  /** Below /_admin: '/documents'. */
  readonly path: string
  /** What a search covers: "key or value". */
  readonly found: string
  /** @throws ApiError */
  readonly list: (query: QueryParameters, signal?: AbortSignal) => Promise<Listed<R>>
  readonly idOf: (record: R) => string
  readonly columns: readonly Column<R>[]
  /** Shown in place of an empty list. */
  readonly hint?: string
  readonly form?: RecordForm<R>
  /** Texts to copy. */
  readonly copies?: (record: R) => readonly (readonly [name: string, text: string])[]
  /** More for a row's menu. */
  readonly actions?: (record: R, reload: () => Promise<void>) => ComponentChildren
  /** "Delete", with a DELETE of its path, if left out. */
  readonly removal?: { readonly label: string; readonly run?: (record: R) => Promise<unknown> }
  /** Left out if a row shows all of it. */
  readonly detail?: RecordDetail<R>
}

export interface RecordForm<R> {
  /** @param record undefined for a new one */
  readonly fieldsOf: (record: R | undefined) => readonly FieldSpec[]
  readonly draftOf: (record: R | undefined) => Draft
  /** @throws ApiError */
  readonly save: (draft: Draft, record: R | undefined) => Promise<unknown>
  /** Keeps the draft of a new one while its form is closed. */
  readonly kept?: Signal<Draft>
  /** Shown below the fields. */
  readonly preview?: (draft: Draft) => ComponentChildren
  /** Label of the button that adds one; false if none can be added. */
  readonly add?: string | false
}

export interface RecordDetail<R> {
  /** Area of the admin calls that change it. */
  readonly area: EventName
  /** Address parameter of the open record, and others that go with it. */
  readonly parameter: string
  readonly address?: Readonly<Record<string, string>>
  /** @throws ApiError */
  readonly get: (id: string, signal?: AbortSignal) => Promise<R>
  readonly titleOf: (id: string) => string
  readonly facts: (record: R) => ComponentChildren
  /** Text that differs if somebody else changed the record. */
  readonly textOf: (record: R) => string
  readonly isWithoutLife?: boolean
}

interface LocalList<R> {
  /** Loads all of them. */
  readonly load: (signal?: AbortSignal) => Promise<readonly R[]>
  readonly textsOf: (record: R) => readonly string[]
  readonly orders?: readonly RankedOrder<R>[]
}

/** Searches, sorts and pages on the client, for calls that answer everything. */
export const localList =
  <R>({ load, textsOf, orders = [] }: LocalList<R>): ListedKind<R>['list'] =>
  async ({ find = '', sort = '', after = 0, limit = 0 }, signal) => {
    const found = (await load(signal)).filter((record) => isFound(String(find), ...textsOf(record)))
    const end = Number(after) + Number(limit)
    const rows = inOrder(found, String(sort), orders).slice(Number(after), end)
    return { rows, next: end < found.length ? String(end) : undefined }
  }
