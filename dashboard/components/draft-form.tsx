import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { jsonProblem } from '../../src/core/json/json-problem.js'
import { type FieldErrors, fieldErrors } from '../lib/field-errors.js'
import { useLive } from '../live.js'
import { Button, useAction } from './button.js'
import { Editor } from './editor.js'
import { CheckField, SelectField, TextArea, TextField } from './field.js'
import { Form } from './form.js'
import { InlineError } from './notice.js'

/** By field name. A checked box has a non-empty text. */
export type Draft = Readonly<Record<string, string>>

export interface FieldSpec {
  readonly name: string
  readonly label: string
  /** A single-line input by default. */
  readonly type?: 'area' | 'json' | 'check'
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly hint?: ComponentChildren
  readonly placeholder?: string
  readonly suggestions?: (signal: AbortSignal) => Promise<readonly string[]>
  /** Path in the request body, which error messages refer to. The name by default. */
  readonly path?: string
  readonly isNeeded?: boolean
  /** Legend of its fieldset. */
  readonly group?: string
  readonly isShown?: (draft: Draft) => boolean
  readonly isDisabled?: (draft: Draft) => boolean
  readonly rows?: number
  /** Title of the details element that hides the field while it's empty. */
  readonly foldedUnder?: string
}

interface DraftFormProps {
  readonly fields: readonly FieldSpec[]
  readonly start: Draft
  readonly verb: string
  /** @param typed only what the user changed */
  readonly save: (draft: Draft, typed: Draft) => Promise<unknown>
  readonly onSaved?: () => void
  readonly onCancel?: () => void
  /** Sends only the changes. The button is disabled until there are any. */
  readonly isPatch?: boolean
  readonly focusOn?: string | undefined
  readonly class?: string
  readonly label?: string
  readonly isOfRun?: boolean
  /** Keeps the draft while the form is unmounted. */
  readonly kept?: Signal<Draft>
  readonly preview?: (draft: Draft) => ComponentChildren
  readonly children?: ComponentChildren
}

/** In longer forms, the invalid field may be out of view. */
const SEEN_MAX = 8

const WRONG_FIELDS = 'Check the highlighted fields.'

/** If saving fails, each problem is shown next to the field it's about. */
export function DraftForm(props: DraftFormProps) {
  const { fields, start, verb, save, onSaved, onCancel, isPatch = false, focusOn, children } = props
  const own = useSignal<Draft>({})
  const kept = props.kept ?? own
  const typed = kept.value
  const draft = { ...start, ...typed }
  const shown = fields.filter(({ isShown }) => isShown?.(draft) ?? true)
  const action = useAction(async () => {
    await save(draft, typed)
    kept.value = {}
    onSaved?.()
  })
  const errors = fieldErrors(action.error, ...shown.map(pathOf))
  const isTouched = Object.keys(typed).length > 0
  const isIncomplete = shown.some(
    ({ name, isNeeded, type }) =>
      (isNeeded === true && draft[name] === '') ||
      (type === 'json' && jsonProblem(draft[name] ?? '') !== undefined),
  )
  return (
    <Form
      class={`stack ${props.class ?? ''}`}
      error={action.error}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      isOfRun={props.isOfRun === true}
      {...(focusOn === undefined ? {} : { focusOn })}
      onSubmit={action.start}
    >
      {children}
      <FieldGroups
        fields={shown}
        draft={draft}
        errors={errors}
        onValue={(name, value) => {
          kept.value = { ...kept.peek(), [name]: value }
        }}
      />
      {props.preview?.(draft)}
      <div class="form-end">
        <InlineError
          error={errors.rest ?? (action.error && shown.length > SEEN_MAX ? WRONG_FIELDS : undefined)}
        />
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          kind="primary"
          type="submit"
          disabled={isIncomplete || (isPatch && !isTouched)}
          aria-busy={action.isBusy}
        >
          {verb}
        </Button>
      </div>
    </Form>
  )
}

interface FieldGroupsProps {
  readonly fields: readonly FieldSpec[]
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onValue: (name: string, value: string) => void
}

function FieldGroups({ fields, draft, errors, onValue }: FieldGroupsProps) {
  const grid = (specs: readonly FieldSpec[]) => (
    <div class="form">
      {specs.map((spec) => (
        <SpecField
          key={spec.name}
          spec={spec}
          draft={draft}
          error={errors.of(pathOf(spec))}
          onValue={(value) => onValue(spec.name, value)}
        />
      ))}
    </div>
  )
  const groups = [...new Set(fields.map(({ group }) => group))].map((group) => {
    const own = fields.filter((spec) => spec.group === group)
    if (group === undefined) return grid(own)
    const folded = own.filter(({ foldedUnder }) => foldedUnder !== undefined)
    return (
      <fieldset key={group}>
        <legend>{group}</legend>
        {grid(own.filter(({ foldedUnder }) => foldedUnder === undefined))}
        {folded.length > 0 && (
          <details class="more" open={folded.some(({ name }) => draft[name] !== '')}>
            <summary>{folded[0]?.foldedUnder}</summary>
            {grid(folded)}
          </details>
        )}
      </fieldset>
    )
  })
  return <>{groups}</>
}

const pathOf = ({ name, path = name }: FieldSpec): string => path

interface SpecFieldProps {
  readonly spec: FieldSpec
  readonly draft: Draft
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

function SpecField({ spec, draft, error, onValue }: SpecFieldProps) {
  const { name, label, type, options, hint, placeholder = '', suggestions, isDisabled, rows = 6 } = spec
  const value = draft[name] ?? ''
  const disabled = isDisabled?.(draft) ?? false
  const offered = useLive(`suggestions for ${name}`, async (signal) => suggestions?.(signal) ?? [], {
    on: [],
  })
  const common = { label, hint, error, value, onValue }
  if (options !== undefined) return <SelectField {...common} options={options} />
  if (type === 'check') {
    return (
      <div class="form-press">
        <CheckField label={label} checked={value !== ''} onValue={(is) => onValue(is ? 'yes' : '')} />
      </div>
    )
  }
  if (type === 'area') {
    return <TextArea {...common} rows={rows} placeholder={placeholder} disabled={disabled} />
  }
  if (type === 'json') {
    const problem = jsonProblem(value)
    const refused = error === undefined ? [] : [{ line: 1, column: 1, message: error }]
    return (
      <Editor
        label={label}
        value={value}
        onValue={onValue}
        hint="JSON. Large numbers keep all their digits."
        problems={problem === undefined ? refused : [problem]}
      />
    )
  }
  const choices = suggestions === undefined ? {} : { choices: offered.data ?? [] }
  return <TextField {...common} {...choices} placeholder={placeholder} />
}
