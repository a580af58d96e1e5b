/** String formats that schemas use. TypeBox answers false for a format nobody registered, so whoever checks imports this. */
import { FormatRegistry } from '@sinclair/typebox'

const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** A day of the calendar and a time that the store can hold: JavaScript takes 30 February, and years that Postgres does not. */
export function isDateTime(value: string): boolean {
  const [, day] = dateTime.exec(value) ?? []
  if (day === undefined || Number.isNaN(Date.parse(value)) || Number.isNaN(Date.parse(day))) return false
  const year = new Date(value).getUTCFullYear()
  return new Date(day).toISOString().startsWith(day) && year >= 1 && year <= 9999
}

/** A day of the calendar, of a year that the store can hold. */
export const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDateTime(`${value}T00:00:00Z`)

/** Whether a path's segment can be an id of ours at all; anything else is simply not found. */
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** Whether a name is one that the IANA database has, links included; offsets are none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

FormatRegistry.Set('date', isDay)
FormatRegistry.Set('date-time', isDateTime)
FormatRegistry.Set('timezone', isTimezone)
FormatRegistry.Set('uuid', isUuid)
