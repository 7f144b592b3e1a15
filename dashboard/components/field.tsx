import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  readonly wide?: boolean
}

interface Wiring {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
}

/** Ties a label, a hint and an error to a control for screen readers. */
export function Field({
  label,
  hint,
  error,
  wide = false,
  children,
}: FieldProps & { readonly children: (wiring: Wiring) => ComponentChildren }) {
  const id = useId()
  const isNoted = hint !== undefined || error !== undefined
  return (
    <div class={`field${wide ? ' wide' : ''}`}>
      <label for={id}>{label}</label>
      {children({
        id,
        ...(isNoted ? { 'aria-describedby': `${id}-note` } : {}),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {isNoted && (
        <p id={`${id}-note`} class={error === undefined ? 'hint' : 'hint bad'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

interface Controlled extends Omit<FieldProps, 'wide'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

interface InputProps extends Controlled {
  readonly placeholder?: string
  /** The user may enter something else. */
  readonly choices?: readonly string[]
}

export function TextField({ value, onValue, choices, placeholder = '', ...field }: InputProps) {
  const list = useId()
  return (
    <Field {...field}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            placeholder={placeholder}
            type="text"
            autocomplete="off"
            spellcheck={false}
            {...(choices === undefined ? {} : { list })}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {choices !== undefined && (
            <datalist id={list}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface AreaProps extends Controlled {
  readonly rows: number
  readonly placeholder: string
  readonly disabled: boolean
}

export function TextArea({ value, onValue, rows, placeholder, disabled, ...field }: AreaProps) {
  return (
    <Field wide {...field}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={rows}
          placeholder={placeholder}
          disabled={disabled}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface SelectProps extends Controlled {
  readonly options: readonly (readonly [value: string, label: string])[]
}

export function SelectField({ value, onValue, options, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(wiring) => <Select {...wiring} value={value} onValue={onValue} options={options} />}
    </Field>
  )
}

interface BareSelectProps extends Partial<Wiring>, Pick<SelectProps, 'value' | 'onValue' | 'options'> {
  readonly 'aria-label'?: string
}

export function Select({ value, onValue, options, ...rest }: BareSelectProps) {
  return (
    <select {...rest} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly onValue: (checked: boolean) => void
  /** Only screen readers get the label. */
  readonly isLabelUnseen?: boolean
  readonly disabled?: boolean
}

export function CheckField({ label, checked, onValue, isLabelUnseen = false, disabled = false }: CheckProps) {
  return (
    <label class="row check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <span class={isLabelUnseen ? 'unseen' : ''}>{label}</span>
    </label>
  )
}

interface FindFieldProps {
  /** What's being listed, e.g. "namespaces". */
  readonly of?: string | undefined
  readonly placeholder?: string
  readonly value: string
  readonly onValue: (value: string) => void
}

export function FindField({ of, ...rest }: FindFieldProps) {
  return <TextField label={of === undefined ? 'Find' : `Find ${of}`} {...rest} />
}
