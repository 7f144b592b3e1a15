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
  'list-resource-keys': { hint: 'list the known keys with GET /_admin/namespaces and GET /_admin/stores' },
  'list-database-keys': { hint: 'list the known keys with GET /_admin/database-keys' },
  'list-profile-options': { hint: 'list the options with GET /_admin/profile' },
  'take-snapshot': { hint: 'take one with POST /_admin/snapshots' },
  'keep-more-history': {
    hint: `--${boundOptions.requests} keeps more; list the points with GET /_admin/history`,
  },
  'remove-faults': { hint: 'remove the present faults with DELETE /_admin/faults', bound: 'faults' },
  'remove-snapshots': { hint: 'remove one with DELETE /_admin/snapshots/{name}', bound: 'snapshots' },
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
