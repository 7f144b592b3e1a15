import type { ComponentChildren } from 'preact'
import { ApiError, type SeedProblem } from '../api.js'

export function InlineError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null
  const isOfApi = error instanceof ApiError
  const hint = isOfApi ? error.hint : undefined
  const problems = isOfApi ? error.problems.map(problemText) : []
  // If there's a list of problems, the message only repeats them.
  const message = problems.length > 0 ? "This isn't valid:" : isOfApi ? error.message : String(error)
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

/** A form is sent as a single line, so its problems are located by field. Others have a line and a column. */
function problemText({ line, column, source, path, message, hint }: SeedProblem): string {
  const place = line > 1 || path === '' ? `line ${line}, column ${column}` : path
  const quotation = line > 1 ? `\n${source}` : ''
  return `${place}: ${message}${hint === undefined ? '' : ` (${hint})`}${quotation}`
}

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

export function Loaded<T>({ of: { data, error }, children }: LoadedProps<T>) {
  return (
    <>
      <InlineError error={error} />
      {data === undefined ? error === undefined && <p class="loading">Loading…</p> : children(data)}
    </>
  )
}
