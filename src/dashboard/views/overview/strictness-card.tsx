import { get } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { count, counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'

interface Profile {
  readonly auth: { readonly jwt: string; readonly tokenTime: string; readonly ownerClaim: string }
  readonly kv: { readonly defaultLimits: { readonly reads: number; readonly writes: number } }
  readonly http: { readonly notShown: number; readonly contentType: string }
}

interface Database {
  readonly rateLimit: { readonly requests: number; readonly per: string } | null
  readonly keys: number
}

interface Health {
  readonly version: string
  readonly grease?: number
}

/** How much the emulator looks through its fingers. */
export function StrictnessCard() {
  const live = useLive(
    (signal) =>
      Promise.all([
        get<Profile>('/profile', {}, signal),
        get<Database>('/database', {}, signal),
        get<Health>('/health', {}, signal),
        get<{ faults: { enabled: boolean }[] }>('/faults', {}, signal),
      ]),
    undefined,
    ['reset', 'fault'],
  )
  return (
    <Card title="How strict" aside={<a href={linkTo('state')}>Change the profile</a>}>
      <Loaded of={live}>
        {([profile, database, health, { faults }]) => (
          <dl class="facts">
            {facts(profile, database, health, faults.filter(({ enabled }) => enabled).length).map(
              ([name, text]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ),
            )}
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

function facts({ auth, http }: Profile, { rateLimit, keys }: Database, health: Health, faults: number) {
  return [
    [
      'Bearer tokens',
      auth.jwt === 'verify'
        ? `signatures are verified, exp and nbf by ${auth.tokenTime} time`
        : 'decoded only: whoever signed them, they are taken',
    ],
    ['Owner', `the claim ${auth.ownerClaim}`],
    [
      'Database',
      `${counted(keys, 'key')}, ${rateLimit === null ? 'no rate limit' : `${count(rateLimit.requests)} requests a key in ${rateLimit.per}`}`,
    ],
    ['What the contract does not show', `answered ${http.notShown}`],
    ['Content-Type of bodies', http.contentType === 'any' ? 'any' : 'has to be JSON'],
    ['Grease', health.grease === undefined ? 'off' : `on, number ${health.grease}: open points vary`],
    ['Faults', faults === 0 ? 'none in force' : `${count(faults)} switched on`],
    ['Version', health.version],
  ] as const
}
