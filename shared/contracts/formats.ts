/** String formats that schemas use. TypeBox answers false for a format nobody registered, so whoever checks imports this. */
import { FormatRegistry } from '@sinclair/typebox'

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

FormatRegistry.Set('date-time', (value) => dateTime.test(value) && !Number.isNaN(Date.parse(value)))
FormatRegistry.Set('uuid', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
