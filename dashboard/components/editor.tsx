import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { JsonProblem } from '../../src/core/json/json-problem.js'
import { counted } from '../lib/format.js'
import { Field } from './field.js'

interface EditorProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly problems?: readonly JsonProblem[]
  readonly hint?: string
  readonly rows?: number
  /** Lists all problems with links to their lines, and jumps to the first. Otherwise only the first is shown. */
  readonly isListing?: boolean
}

/** A textarea with line numbers that highlights problems. */
export function Editor({
  label,
  value,
  onValue,
  problems = [],
  hint,
  rows = 10,
  isListing = false,
}: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => value.split('\n').length, [value])
  const numbers = useMemo(() => Array.from({ length: lines }, (_, index) => index + 1).join('\n'), [lines])
  const follow = () => {
    if (area.current !== null && gutter.current !== null) {
      gutter.current.style.transform = `translateY(${-area.current.scrollTop}px)`
    }
  }
  useLayoutEffect(follow, [value])
  useEffect(() => {
    const [first] = problems
    // Don't move the caret while the user is typing.
    if (!isListing || first === undefined || document.activeElement === area.current) return
    goTo(area.current, value, first)
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  const [first] = problems
  const isListed = isListing && first !== undefined
  const text =
    first === undefined ? undefined : isListed ? counted(problems.length, 'problem') : problemText(first)
  return (
    <Field label={label} hint={hint} error={text} wide>
      {(wiring) => (
        <div class={`editor${isListed ? ' has-problems' : ''}`}>
          <div class="editor-text">
            <div class="editor-gutter" aria-hidden="true">
              <div ref={gutter}>
                {problems.slice(0, MARKS_MAX).map(({ line, column }) => (
                  <span
                    key={`${line}:${column}`}
                    class="editor-mark"
                    style={{ top: `calc(${line - 1} * var(--code-line))` }}
                  />
                ))}
                <pre>{numbers}</pre>
              </div>
            </div>
            <textarea
              {...wiring}
              ref={area}
              rows={rows}
              wrap="off"
              autocomplete="off"
              spellcheck={false}
              value={value}
              onInput={(event) => onValue(event.currentTarget.value)}
              onScroll={follow}
            />
          </div>
          {isListed && (
            <div role="alert">
              <ol class="error editor-problems" aria-label="Problems">
                {problems.slice(0, MARKS_MAX).map((problem) => (
                  <li key={`${problem.line}:${problem.column}:${problem.message}`}>
                    <button type="button" class="link" onClick={() => goTo(area.current, value, problem)}>
                      Line {problem.line}, column {problem.column}
                    </button>
                    <span>{problem.message}</span>
                    {problem.hint !== undefined && <span class="hint">{problem.hint}</span>}
                  </li>
                ))}
                {problems.length > MARKS_MAX && <li>and {problems.length - MARKS_MAX} more</li>}
              </ol>
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

const MARKS_MAX = 100

function problemText({ line, column, message, hint }: JsonProblem): string {
  return `Line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}

/** Selects the text from the problem to the end of the line. */
function goTo(area: HTMLTextAreaElement | null, text: string, { line, column }: JsonProblem): void {
  if (area === null) return
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  area.focus()
  area.setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0))
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTop = Math.max(0, (line - 1) * lineHeight - area.clientHeight / 2)
}
