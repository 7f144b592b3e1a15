import type { Refusal, Remedy } from '../core/refusal.js'
import type { Bounds } from '../domain/bounds.js'
import { boundOptions } from './bound-options.js'

interface Wording {
  readonly hint: string
  /** The bound that was reached; the reason names its option. */
  readonly bound?: keyof Bounds
}

/** How the remedies of the domain read to users: the one table that names calls and options for them. */
const wordings: Readonly<Record<Remedy, Wording>> = {
  'list-resource-keys': { hint: 'GET /_admin/namespaces and GET /_admin/stores show those that are' },
  'list-database-keys': { hint: 'GET /_admin/database-keys shows those that are' },
  'list-profile-options': { hint: 'GET /_admin/profile shows every option' },
  'take-snapshot': { hint: 'none was taken yet: POST /_admin/snapshots' },
  'keep-more-history': {
    hint: `--${boundOptions.requests} keeps more; GET /_admin/history lists what is there`,
  },
  'remove-faults': { hint: 'DELETE /_admin/faults removes those that are there', bound: 'faults' },
  'remove-snapshots': { hint: 'DELETE /_admin/snapshots/{name} removes one', bound: 'snapshots' },
  'free-memory': {
    hint: 'remove worlds, snapshots or entries, reset, or start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192',
  },
}

/** A refusal in the words that users read. */
export interface RefusalText {
  readonly reason: string
  /** The mend, in words. */
  readonly hint: string | undefined
}

/** Words a refusal for an answer. */
export function textOf({ reason, details: { hint, remedy } }: Refusal): RefusalText {
  if (remedy === undefined) return { reason, hint }
  const { hint: wording, bound } = wordings[remedy]
  return { reason: bound === undefined ? reason : `${reason} (--${boundOptions[bound]})`, hint: wording }
}
