import type { ComponentChildren } from 'preact'
import type { QueryParameters } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import type { Column } from '../../components/table.js'
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
  /** The fields of the form, of a new record if there is none. */
  readonly fieldsOf: (record: R | undefined) => readonly FieldSpec[]
  readonly draftOf: (record: R | undefined) => Draft
  /** @throws ApiError */
  readonly save: (draft: Draft, record: R | undefined) => Promise<unknown>
  /** What the menu of a row has, beside deletion. */
  readonly actions?: (record: R) => ComponentChildren
  /** What a deletion is called: "Delete" if left out. */
  readonly removal?: string
  /** How one is opened and changed; left out if a row has all of it. */
  readonly detail?: RecordDetail<R>
}

/** The dialog of a record. */
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
}
