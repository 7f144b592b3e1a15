/**
 * Finds the base address of an emulator or a world: `http://127.0.0.1:4600/_worlds/w1`. Also accepts the address of its
 * admin interface or dashboard.
 *
 * @returns undefined if the text isn't an address
 */
export function baseAddress(address: string | URL): string | undefined {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return (url.origin + url.pathname).replace(/\/_(?:admin|dashboard)(?:\/.*)?$/, '').replace(/\/+$/, '')
}
