import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'calm'

/** A highlighted word. */
export function Chip({
  tone = 'calm',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) {
  return <span class={`chip ${tone}`}>{children}</span>
}

/** The status of an answer; null if a fault left none. */
export function StatusChip({ status }: { readonly status: number | null }) {
  if (status === null) return <Chip tone="bad">none</Chip>
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad'
  return <Chip tone={tone}>{status}</Chip>
}
