/** Zones: wall clocks and instants of IANA zones with their daylight saving, and the short names that people write. */
import type { Wall } from '#shared/language/dates/grains'

export function wallAt(instantMs: number, zone: string): Wall {
  const { epochMilliseconds, offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
  return epochMilliseconds + offsetNanoseconds / 1_000_000
}

/** An hour that is skipped is the one after it, one that is there twice the first of them (RFC 5545, 3.3.5). */
export function instantAt(at: Wall, zone: string): number {
  const plain = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDateTime()
  return plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** ISO 8601 with the offset that the zone has then, in whole minutes, to the second. */
export function isoAt(instantMs: number, zone: string): string {
  const at = Math.floor(instantMs / 1000) * 1000
  const minutes = Math.round((wallAt(at, zone) - at) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${new Date(at + minutes * 60_000).toISOString().slice(0, -5)}${offset}`
}

/** Where dates in figures are written month first; elsewhere the day is. Where the zone names no country, as in the US. */
export function isMonthFirst(zone: string): boolean {
  if (/^(?:America|US|Etc|GMT|UTC)\b|^[A-Z0-9]+$|^-(?:0[4-9]|1\d):/.test(zone)) return true
  return /^(?:Pacific\/(?:Honolulu|Guam|Saipan|Pago_Pago|Midway)|Asia\/Manila)$/.test(zone)
}

/** IANA where it keeps daylight saving, else minutes east of Greenwich. */
export type NamedZone = string | number

const hours = (count: number) => Math.round(count * 60)

/** An abbreviation that several zones share is the one that English mail means most. */
const abbreviations: Record<string, NamedZone> = {
  utc: 0,
  gmt: 0,
  z: 0,
  zulu: 0,
  wet: 0,
  west: hours(1),
  bst: hours(1),
  cet: hours(1),
  cest: hours(2),
  eet: hours(2),
  eest: hours(3),
  msk: hours(3),
  gst: hours(4),
  pkt: hours(5),
  ist: hours(5.5),
  ict: hours(7),
  wib: hours(7),
  hkt: hours(8),
  sgt: hours(8),
  awst: hours(8),
  jst: hours(9),
  kst: hours(9),
  acst: hours(9.5),
  aest: hours(10),
  aedt: hours(11),
  nzst: hours(12),
  nzdt: hours(13),
  brt: hours(-3),
  art: hours(-3),
  est: hours(-5),
  edt: hours(-4),
  cst: hours(-6),
  cdt: hours(-5),
  mst: hours(-7),
  mdt: hours(-6),
  pst: hours(-8),
  pdt: hours(-7),
  akst: hours(-9),
  akdt: hours(-8),
  hst: hours(-10),
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
}

export const zoneNamed = (name: string): NamedZone | undefined =>
  Object.hasOwn(abbreviations, name) ? abbreviations[name] : undefined
export const zoneNames: readonly string[] = Object.keys(abbreviations)

/** The instant at which clocks of a named zone show this. */
export const instantIn = (zone: NamedZone, at: Wall): number =>
  typeof zone === 'number' ? at - zone * 60_000 : instantAt(at, zone)
