import type { ComponentChildren } from 'preact'

interface PageProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

interface CardProps {
  readonly title: string
  readonly aside?: ComponentChildren
  /** Omits the padding, e.g. around a table. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}

export function Card({ title, aside, flush = false, children }: CardProps) {
  return (
    <section class={flush ? 'card flush' : 'card'} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside !== undefined && <div class="aside">{aside}</div>}
      </header>
      <div class="card-body">{children}</div>
    </section>
  )
}
