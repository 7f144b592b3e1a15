import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { type Answer, Service, type ServicePorts } from '../../support/service.js'
import { FROZEN, keysOf, NS, OWNER, STORE } from '../clients.js'

/** An option of the profile, and what a client sees under each of its values. */
export interface Gap {
  readonly option: string
  /** Each value with the result of `observe`, the default first. */
  readonly seen: readonly (readonly [value: unknown, seen: unknown])[]
  /** Replaces fields of the common seed. */
  readonly seed?: object
  readonly ports?: ServicePorts
  /** Other options without which this one can't be seen. */
  readonly profile?: ProfilePatch
  readonly observe: (service: Service) => unknown
}

/** A small world with two of everything, so that some of it belongs to others. */
const common = {
  clock: FROZEN,
  namespaces: [
    {
      id: NS,
      owner: OWNER,
      keys: keysOf('shop'),
      entries: [
        { key: 'live', value: 'x', ttlSeconds: 7200, createdAt: '-1h' },
        { key: 'gone', value: 'expired', createdAt: '-2h', expiresAt: '-1s' },
      ],
    },
    {
      id: 'ns_full_a1b2c3',
      owner: OWNER,
      limits: { reads: 0, writes: 0, lists: 0, storageBytes: 0 },
      keys: keysOf('full'),
    },
    { id: 'ns_other_p7q1r5', owner: 'user_bob', keys: keysOf('other') },
  ],
  stores: [
    { id: STORE, owner: OWNER, keys: keysOf('web'), entries: [{ key: 'banner', value: 'hi' }] },
    { id: 'ec_other_77aabbcc', owner: 'user_bob', keys: keysOf('otherweb') },
  ],
  database: {
    keys: [{ key: 'db' }, { key: 'db_scoped', projects: [10], documents: [1] }],
    projects: [{ id: 10, name: 'Ten' }],
    documents: [
      { id: 1, title: 'One' },
      { repeat: 120, title: 'More' },
    ],
  },
}

/** The common world with one option set. Undefined leaves it at its default. */
export function startGap(gap: Gap, value?: unknown): Promise<Service> {
  const patch = value === undefined ? {} : patchOf(gap.option, value)
  return Service.start({ ...common, ...gap.seed, profile: gap.profile ?? {} }, patch, gap.ports)
}

/** `{ kv: { putStatus: 201 } }` */
export function patchOf(option: string, value: unknown): ProfilePatch {
  const nested = option.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  return nested as ProfilePatch
}

export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status)
