import type { ObjectEntries } from 'valibot'
import type { JsonSchema, Parameter } from '../contract/json-schema.js'
import type { Profile } from '../domain/profile/profile.js'
import type { ContentsOf, ServiceContents } from '../domain/state.js'
import type { SeedPart } from '../seed/part.js'
import type { ServiceOperation } from './operation.js'
import type { ServicePlaces } from './places.js'
import type { WireOperation } from './wire.js'

/** All that the rest of the emulator knows of a service. */
export interface Service {
  /** What it keeps in a world. */
  readonly contents: ContentsOf<ServiceContents>
  /** Its part of a seed. */
  readonly seed: SeedPart & { readonly fields: ObjectEntries }
  /** What names its records in the paths of admin calls, by the segment before it; examples as in fixtures/demo.yaml. */
  readonly named: Readonly<Record<string, Parameter>>
  /** What runs its operations, by their ids. */
  readonly operations: Readonly<Record<string, ServiceOperation>>
  /** What may differ between two moments. */
  readonly places: ServicePlaces
  /**
   * Its operations as OpenAPI describes them, by their ids.
   *
   * @param cursorName seals the examples of x-next, so the world takes them
   */
  wires(profile: Profile, cursorName: string): Readonly<Record<string, WireOperation>>
  /** The bodies that these refer to, by name. */
  schemas(profile: Profile): Readonly<Record<string, JsonSchema>>
}
