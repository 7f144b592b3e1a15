import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { QueryParameters } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import type { Column } from '../../components/table.js'
import { isFound } from '../../lib/found.js'
import { inOrder, type RankedOrder } from '../../lib/sort.js'
import type { EventName } from '../../live.js'

/** A kind of record, for lists, panels and forms. */
export interface ListedKind<R> {
  readonly noun: string
  readonly plural: string
  /** Relative to `/_admin`, e.g. `/documents`. */
  readonly path: string
  /** The fields that the search looks at, e.g. "key or value". */
  readonly found: string
  readonly list: (query: QueryParameters, signal?: AbortSignal) => Promise<Listed<R>>
  readonly idOf: (record: R) => string
  readonly columns: readonly Column<R>[]
  /** Shown if the list is empty. */
  readonly hint?: string
  readonly form?: RecordForm<R>
  readonly copies?: (record: R) => readonly (readonly [name: string, text: string])[]
  /** More items for a row's menu. */
  readonly actions?: (record: R, reload: () => Promise<void>) => ComponentChildren
  /** By default "Delete", which sends a DELETE to the record's path. */
  readonly removal?: { readonly label: string; readonly run?: (record: R) => Promise<unknown> }
  /** Omitted if the row already shows everything. */
  readonly detail?: RecordDetail<R>
}

export interface RecordForm<R> {
  /** @param record undefined for a new record */
  readonly fieldsOf: (record: R | undefined) => readonly FieldSpec[]
  readonly draftOf: (record: R | undefined) => Draft
  readonly save: (draft: Draft, record: R | undefined) => Promise<unknown>
  /** Keeps the draft of a new record while the form is closed. */
  readonly kept?: Signal<Draft>
  readonly preview?: (draft: Draft) => ComponentChildren
  /** Label of the button that adds a record. False if records can't be added. */
  readonly add?: string | false
}

export interface RecordDetail<R> {
  /** Area of the admin calls that change the record. */
  readonly area: EventName
  /** The URL parameter for the open record. */
  readonly parameter: string
  readonly address?: Readonly<Record<string, string>>
  readonly get: (id: string, signal?: AbortSignal) => Promise<R>
  readonly titleOf: (id: string) => string
  readonly facts: (record: R) => ComponentChildren
  /** A text that changes whenever someone changes the record. */
  readonly textOf: (record: R) => string
  readonly isWithoutLife?: boolean
}

interface LocalList<R> {
  readonly load: (signal?: AbortSignal) => Promise<readonly R[]>
  readonly textsOf: (record: R) => readonly string[]
  readonly orders?: readonly RankedOrder<R>[]
}

/** Searches, sorts and paginates in the browser, for calls that return all records. */
export const localList =
  <R>({ load, textsOf, orders = [] }: LocalList<R>): ListedKind<R>['list'] =>
  async ({ find = '', sort = '', after = 0, limit = 0 }, signal) => {
    const found = (await load(signal)).filter((record) => isFound(String(find), ...textsOf(record)))
    const end = Number(after) + Number(limit)
    const rows = inOrder(found, String(sort), orders).slice(Number(after), end)
    return { rows, next: end < found.length ? String(end) : undefined }
  }
