import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'calm'

export function Chip({
  tone = 'calm',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) {
  return <span class={`chip ${tone}`}>{children}</span>
}

/** @param status null if a fault dropped the response */
export function Status({ status }: { readonly status: number | null }) {
  const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'faint'
  return <span class={`status ${tone}`}>{status ?? 'none'}</span>
}
