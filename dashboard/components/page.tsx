import type { ComponentChildren } from 'preact'

interface PageProps {
  readonly title: string
  /** One line on what can be done here. */
  readonly lead?: ComponentChildren
  /** Buttons for the view as a whole. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A view: its title, what can be done, and its contents. */
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
  /** Small text or buttons at the right of the title. */
  readonly aside?: ComponentChildren
  /** The contents reach to the edges, as tables do. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}

/** A part of a view. */
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
