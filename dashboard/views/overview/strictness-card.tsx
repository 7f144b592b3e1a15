import type { HealthInfo } from '../../../src/admin/calls/about.js'
import type { DatabaseInfo } from '../../../src/admin/calls/database.js'
import type { FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import type { Profile } from '../../../src/domain/profile/profile.js'
import { get } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { count, counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'
import { getDatabase } from '../documents/records.js'

/** How strictly the emulator keeps to the contract. */
export function StrictnessCard() {
  const live = useLive(
    (signal) =>
      Promise.all([
        get<Profile>('/profile', {}, signal),
        getDatabase(signal),
        get<HealthInfo>('/health', {}, signal),
        get<FaultsAnswer>('/faults', {}, signal),
      ]),
    undefined,
    ['reset', 'fault', 'faults', 'profile', 'database', 'database-keys'],
  )
  return (
    <Card title="How strict" aside={<a href={linkTo('contract')}>Change the profile</a>}>
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

function facts(
  { auth, http }: Profile,
  { rateLimit, keys }: DatabaseInfo,
  health: HealthInfo,
  faults: number,
) {
  return [
    [
      'Bearer tokens',
      auth.jwt === 'verify'
        ? `signatures are verified, exp and nbf by ${auth.tokenTime} time`
        : 'decoded only: taken with any signature',
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
