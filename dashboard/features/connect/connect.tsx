import { Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { closeConnect, connectFor, openConnect } from './open.js'

const Panel = lazy(async () => (await import('../../later.js')).Panel)

/** The button of the Connect panel, and the panel. */
export function Connect() {
  const about = connectFor.value
  return (
    <>
      <Button small aria-haspopup="dialog" onClick={() => openConnect()}>
        Connect
      </Button>
      {about !== undefined && <Panel holder={about.holder} onClose={closeConnect} />}
    </>
  )
}
