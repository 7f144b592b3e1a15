import type { ComponentType } from 'preact'
import type { QueryParameters } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import type { Column } from '../../components/table.js'
import type { EventName } from '../../live.js'

/** A kind of record that is listed page by page, opened in a dialog, added, changed and deleted. */
export interface ListedKind<R> {
  readonly noun: string
  readonly plural: string
  /** The part of a world that admin calls on them change. */
  readonly area: EventName
  /** In the admin interface: '/documents'. */
  readonly path: string
  /** The parameter of the page's address that names the open one, and those that go with it. */
  readonly parameter: string
  readonly address?: Readonly<Record<string, string>>
  /** What a search looks through. */
  readonly found: string
  /** @throws ApiError */
  readonly list: (query: QueryParameters, signal?: AbortSignal) => Promise<Listed<R>>
  /** @throws ApiError */
  readonly get: (id: string, signal?: AbortSignal) => Promise<R>
  readonly idOf: (record: R) => string
  readonly titleOf: (id: string) => string
  readonly columns: readonly Column<R>[]
  /** What its dialog shows. */
  readonly Facts: ComponentType<{ readonly record: R }>
  /** The fields of the form, of a new record if there is none. */
  readonly fieldsOf: (record: R | undefined) => readonly FieldSpec[]
  readonly draftOf: (record: R | undefined) => Draft
  /** @throws ApiError */
  readonly save: (draft: Draft, record: R | undefined) => Promise<unknown>
  /** All of it that counts as a change, as text. */
  readonly textOf: (record: R) => string
}
