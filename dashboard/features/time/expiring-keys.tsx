import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { run } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { shortText } from '../../components/short-text.js'
import { count, counted, dateTime } from '../../lib/format.js'
import { useAnswer } from '../../live.js'
import { linkTo } from '../../router.js'
import type { Interval } from './upcoming.js'

/** The emulator doesn't return more names than this. */
const NAMED_MAX = 200

export function ExpiringKeys({ within: { from, to } }: { readonly within: Interval }) {
  const parameters = {
    from: new Date(from).toISOString(),
    to: new Date(to - 1).toISOString(),
    names: NAMED_MAX,
  }
  const live = useAnswer<Timeline>(run.get, '/timeline', { parameters })
  return (
    <Loaded of={live}>
      {({ expired, expiries }) => {
        const keys = [...expired.first, ...expiries.first].sort((one, other) => one.at - other.at)
        const all = expired.count + expiries.count
        return (
          <>
            <ul class="expiring-keys" aria-label={counted(all, 'key')}>
              {keys.map(({ namespace, key, at }) => (
                <li key={`${namespace}/${key}`}>
                  <a class="mono text" href={linkTo('data', { ns: namespace, key })}>
                    {shortText(key)}
                  </a>
                  <span class="hint">
                    {namespace}, {dateTime(at)}
                  </span>
                </li>
              ))}
            </ul>
            {all > keys.length && <p class="hint">and {count(all - keys.length)} more</p>}
          </>
        )
      }}
    </Loaded>
  )
}
