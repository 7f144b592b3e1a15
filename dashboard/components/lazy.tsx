import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Renders nothing until its code is loaded, which happens when it's first rendered. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [isLost, setIsLost] = useState(false)
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part !== undefined) return
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        () => setIsLost(true),
      )
    }, [])
    if (Part !== undefined) return <Part {...props} />
    return isLost ? (
      <p class="banner" role="alert">
        Couldn't load part of this page. Reload it, as the emulator may have been updated.
      </p>
    ) : null
  }
}
