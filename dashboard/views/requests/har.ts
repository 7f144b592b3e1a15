import { run } from '../../api.js'
import { now } from '../../clock.js'
import { saveFile } from '../../save-file.js'
import type { Filter } from './filter.js'

/** Saves the requests that pass a filter as a HAR 1.2 file. */
export async function saveHar(filter: Filter): Promise<void> {
  const text = await run.getText('/requests.har', filter)
  saveFile(
    `requests-${new Date(now.value).toISOString().slice(0, 19).replaceAll(':', '')}.har`,
    'application/json',
    text,
  )
}
