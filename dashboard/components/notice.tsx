import type { ComponentChildren } from 'preact'
import { ApiError, type SeedProblem } from '../api.js'

/** Why an action failed, beside it; nothing while there is no error. */
export function InlineError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null
  const isOfApi = error instanceof ApiError
  const hint = isOfApi ? error.hint : undefined
  const problems = isOfApi ? error.problems.map(problemText) : []
  // The message of several problems is their list.
  const message = problems.length > 0 ? 'This could not be taken:' : isOfApi ? error.message : String(error)
  return (
    <div class="error" role="alert">
      <strong>{message}</strong>
      {hint !== undefined && <span>{hint}</span>}
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A problem on the first line, such as a form sends, is placed by its field, others by line and column. */
function problemText({ line, column, source, path, message, hint }: SeedProblem): string {
  const place = line > 1 || path === '' ? `line ${line}, column ${column}` : path
  const quotation = line > 1 ? `\n${source}` : ''
  return `${place}: ${message}${hint === undefined ? '' : ` (${hint})`}${quotation}`
}

/** The text in place of an empty list: what would be here, and how it gets here. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </div>
  )
}

interface LoadedProps<T> {
  readonly of: { readonly data: T | undefined; readonly error: unknown }
  readonly children: (data: T) => ComponentChildren
}

/** Loaded data, or why it could not be loaded; the error of a reload appears above the data from before. */
export function Loaded<T>({ of: { data, error }, children }: LoadedProps<T>) {
  return (
    <>
      <InlineError error={error} />
      {data === undefined ? error === undefined && <p class="loading">Loading…</p> : children(data)}
    </>
  )
}
