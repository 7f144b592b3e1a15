import { run } from '../../api.js'
import { now } from '../../clock.js'
import { saveFile } from '../../save-file.js'

/** Saves the journal as a HAR 1.2 file. */
export async function saveHar(): Promise<void> {
  const text = await run.getText('/requests.har')
  saveFile(
    `requests-${new Date(now.value).toISOString().slice(0, 19).replaceAll(':', '')}.har`,
    'application/json',
    text,
  )
}
