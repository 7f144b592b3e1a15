import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { QueryParameters } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import type { Column } from '../../components/table.js'
import { isFound } from '../../lib/found.js'
import { inOrder, type RankedOrder } from '../../lib/sort.js'
import type { EventName } from '../../live.js'

/** A kind of record that is listed page by page, added and deleted. */
export interface ListedKind<R> {
  readonly noun: string
  readonly plural: string
  /** In the admin interface: '/documents'. */
  readonly path: string
  /** What a search looks through. */
  readonly found: string
  /** @throws ApiError */
  readonly list: (query: QueryParameters, signal?: AbortSignal) => Promise<Listed<R>>
  readonly idOf: (record: R) => string
  readonly columns: readonly Column<R>[]
  /** What is said of an empty list. */
  readonly hint?: string
  /** How one is made and changed; left out if that is done elsewhere. */
  readonly form?: RecordForm<R>
  /** The texts of a record that can be copied, by their names. */
  readonly copies?: (record: R) => readonly (readonly [name: string, text: string])[]
  /** What the menu of a row has, beside deletion. */
  readonly actions?: (record: R, reload: () => Promise<void>) => ComponentChildren
  /** How one is taken away; left out, "Delete" deletes its path. */
  readonly removal?: { readonly label: string; readonly run?: (record: R) => Promise<unknown> }
  /** How one is opened and changed; left out if a row has all of it. */
  readonly detail?: RecordDetail<R>
}

/** The form of a new record, and of one that is changed. */
export interface RecordForm<R> {
  /** The fields of the form, of a new record if there is none. */
  readonly fieldsOf: (record: R | undefined) => readonly FieldSpec[]
  readonly draftOf: (record: R | undefined) => Draft
  /** @throws ApiError */
  readonly save: (draft: Draft, record: R | undefined) => Promise<unknown>
  /** Keeps what is typed for a new one while its form is away. */
  readonly kept?: Signal<Draft>
  /** What a form shows below its fields, of what is typed. */
  readonly preview?: (draft: Draft) => ComponentChildren
  /** The label of the button for a new one, "Add entry" if left out; false: they are only changed. */
  readonly add?: string | false
}

/** One record, beside the list. */
export interface RecordDetail<R> {
  /** The part of a world that admin calls on the kind change. */
  readonly area: EventName
  /** The parameter of the page's address that names the open one, and those that go with it. */
  readonly parameter: string
  readonly address?: Readonly<Record<string, string>>
  /** @throws ApiError */
  readonly get: (id: string, signal?: AbortSignal) => Promise<R>
  readonly titleOf: (id: string) => string
  /** What is shown of it. */
  readonly facts: (record: R) => ComponentChildren
  /** All of it that counts as a change, as text. */
  readonly textOf: (record: R) => string
  /** It has no history of its own. */
  readonly isWithoutLife?: boolean
}

interface LocalList<R> {
  /** Loads all of them: they are few. */
  readonly load: (signal?: AbortSignal) => Promise<readonly R[]>
  readonly textsOf: (record: R) => readonly string[]
  readonly orders?: readonly RankedOrder<R>[]
}

/** A list that is searched, sorted and parted into pages here, since its call gives all of it. */
export const localList =
  <R>({ load, textsOf, orders = [] }: LocalList<R>): ListedKind<R>['list'] =>
  async ({ find = '', sort = '', after = 0, limit = 0 }, signal) => {
    const found = (await load(signal)).filter((record) => isFound(String(find), ...textsOf(record)))
    const end = Number(after) + Number(limit)
    const rows = inOrder(found, String(sort), orders).slice(Number(after), end)
    return { rows, next: end < found.length ? String(end) : undefined }
  }
