import { TextField } from './field.js'

interface FindFieldProps {
  /** What is looked for, for screen readers, if a page has several: "namespaces". */
  readonly of?: string
  readonly placeholder?: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The field that filters a list. */
export function FindField({ of, ...rest }: FindFieldProps) {
  return <TextField label={of === undefined ? 'Find' : `Find ${of}`} {...rest} />
}
