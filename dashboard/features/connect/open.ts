import { type ReadonlySignal, signal } from '@preact/signals'

/** What the Connect panel is opened for. */
export interface ConnectFor {
  /** The namespace or store whose credentials are wanted: the list begins with these alone. */
  readonly holder?: string | undefined
}

const asked = signal<ConnectFor | undefined>(undefined)

/** What the Connect panel is open for; undefined while it is closed. */
export const connectFor: ReadonlySignal<ConnectFor | undefined> = asked

/**
 * Opens the Connect panel: the addresses of this world and the credentials that it knows.
 *
 * @example
 * openConnect({ holder: 'ns_shop_1' })
 */
export function openConnect(about: ConnectFor = {}): void {
  asked.value = about
}

/** Closes the Connect panel. */
export function closeConnect(): void {
  asked.value = undefined
}
