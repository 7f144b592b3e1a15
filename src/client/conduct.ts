import type { Conduct } from '../api/conduct/conduct.js'
import type { AdminInterface } from './ask.js'

/** What the client under test owes the contract. */
export interface ConductClient {
  /** How it does by its duties, as far as the journal goes back: kept, broken, or not exercised. */
  conduct(): Promise<Conduct>
}

/** The judgement over the admin interface. */
export function conductClient(admin: AdminInterface): ConductClient {
  return { conduct: () => admin.get('/conduct') }
}
