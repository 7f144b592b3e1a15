import { BaggageMember } from '../../web/baggage.js'

const WORLD = new BaggageMember('emulator-world')

/** A W3C Baggage header that selects a world. */
export const baggageOf = (id: string): string => `${WORLD.name}=${id}`

/** The ids of the worlds that a Baggage header names. */
export const worldsInBaggage = (header: string): readonly string[] => WORLD.in(header)
