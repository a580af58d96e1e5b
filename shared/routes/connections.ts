/** Routes of connections: the mailboxes, calendars and source hosting that briefings are made from. */
import {
  Connection,
  ConnectionList,
  ConnectionQuery,
  ConnectionTested,
  CreateConnection,
  ReplaceSecret,
} from '#shared/contracts/connections'
import {
  connectionExample,
  connectionInputExample,
  newConnectionExample,
  pausedConnectionExample,
  testedExample,
} from '#shared/routes/examples/connections'
import { route } from '#shared/routes/route'

const params = { connection_id: 'From the list of connections.' }
const readOnly =
  'What is there is read and never changed. Of what is read facts, excerpts of at most 500 characters and digests are kept, for `ITEMS_KEPT_DAYS`.'
const location = { Location: 'Where the connection is asked for.' }

export const connectionRoutes = {
  createConnection: route({
    area: 'C',
    method: 'POST',
    path: '/connections',
    operationId: 'createConnection',
    summary: 'Connect a mailbox, a calendar or source hosting',
    description: `It is tested first, by a worker. What cannot be reached is made all the same, and \`state\` says why; with \`verify=strict\` it is not made, and the answer is 400. ${readOnly} The secret is sealed for this connection alone and never told again. Where it leads is judged as it is dialled: private addresses, and ways in clear, only where the operator allowed them.`,
    auth: 'key',
    isGoverned: true,
    query: ConnectionQuery,
    body: { kind: 'json', schema: CreateConnection, example: connectionInputExample },
    answers: {
      201: { description: 'The connection.', schema: Connection, example: newConnectionExample, headers: location },
    },
    errors: ['CONNECTION_UNREACHABLE', 'STATE_CONFLICT', 'NO_WORKER', 'JOB_FAILED', 'JOB_TIMEOUT'],
  }),
  listConnections: route({
    area: 'C',
    method: 'GET',
    path: '/connections',
    operationId: 'listConnections',
    summary: 'The connections of your organisation, and how they stand',
    description:
      'All of them, oldest first, never with a secret. `failures` and `next_sync_at` show what is waited for: after three failures in a row a connection is asked again after 60 s, and twice as long each time, up to 15 minutes.',
    auth: 'key',
    answers: {
      200: {
        description: 'The connections.',
        schema: ConnectionList,
        example: { connections: [connectionExample, pausedConnectionExample], total: 2 },
      },
    },
  }),
  getConnection: route({
    area: 'C',
    method: 'GET',
    path: '/connections/:connection_id',
    operationId: 'getConnection',
    summary: 'A connection, and how it stands',
    description: 'Its settings and how its last sync ended, never with its secret.',
    auth: 'key',
    params,
    answers: { 200: { description: 'The connection.', schema: Connection, example: connectionExample } },
    errors: ['CONNECTION_NOT_FOUND'],
  }),
  testConnection: route({
    area: 'C',
    method: 'POST',
    path: '/connections/:connection_id/test',
    operationId: 'testConnection',
    summary: 'Test whether a connection works',
    description:
      'Now, whatever it is waited for: one that works again is no longer paused, and is read at once. What could not be reached is an answer, not an error.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    params,
    answers: { 200: { description: 'What came of it.', schema: ConnectionTested, example: testedExample } },
    errors: ['CONNECTION_NOT_FOUND'],
  }),
  replaceSecret: route({
    area: 'C',
    method: 'PUT',
    path: '/connections/:connection_id/secret',
    operationId: 'replaceSecret',
    summary: 'Give a connection another secret',
    description:
      'Whole, as the kind of the connection has it. What was held against the one before is forgotten, and it is read at once. The same secret again changes nothing.',
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: ReplaceSecret, example: { secret: { password: 'the new one' } } },
    answers: { 200: { description: 'The connection.', schema: Connection, example: newConnectionExample } },
    errors: ['CONNECTION_NOT_FOUND'],
  }),
  syncConnection: route({
    area: 'C',
    method: 'POST',
    path: '/connections/:connection_id/sync',
    operationId: 'syncConnection',
    summary: 'Read what is new over a connection',
    description:
      'Soon, and not now: the answer says how it stands as it is asked, and Location is where to look. One that is paused, failed too often or asked for time is left alone, and says so.',
    auth: 'key',
    isGoverned: true,
    params,
    answers: {
      202: { description: 'The connection.', schema: Connection, example: connectionExample, headers: location },
    },
    errors: ['CONNECTION_NOT_FOUND'],
  }),
  deleteConnection: route({
    area: 'C',
    method: 'DELETE',
    path: '/connections/:connection_id',
    operationId: 'deleteConnection',
    summary: 'Delete a connection with everything it brought',
    description:
      'It is gone at once, with its settings and its secret. What it brought, and every briefing, scan of signals and preparation that shows any of it, is erased right after; the evidence of them stays, and verifies.',
    auth: 'key',
    isGoverned: true,
    params,
    answers: { 204: { description: 'It is gone.' } },
    errors: ['CONNECTION_NOT_FOUND'],
  }),
}
