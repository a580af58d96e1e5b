/** Examples of connections: one that works, one whose login was refused, and what makes the first. */
import type { Connection, ConnectionTested, CreateConnection } from '#shared/contracts/connections'

export const connectionInputExample: CreateConnection = {
  kind: 'imap',
  label: 'Mail of Anna',
  config: { host: 'imap.example.com', port: 993, security: 'tls', user: 'anna@example.com' },
  secret: { password: 'the password of the mailbox' },
}

export const connectionExample: Connection = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'imap',
  label: connectionInputExample.label,
  config: connectionInputExample.config,
  state: 'ok',
  error: null,
  failures: 0,
  items: 812,
  synced_at: '2026-05-20T08:00:00.000Z',
  next_sync_at: '2026-05-20T08:05:12.000Z',
  created_at: '2026-05-19T09:30:00.000Z',
}

export const newConnectionExample: Connection = {
  ...connectionExample,
  state: 'new',
  items: 0,
  synced_at: null,
  next_sync_at: '2026-05-19T09:35:00.000Z',
}

export const pausedConnectionExample: Connection = {
  ...connectionExample,
  id: '16fd2706-8baf-433b-82eb-8c7fada847da',
  kind: 'ics',
  label: 'Public holidays',
  config: { url: 'https://calendar.example.com/holidays.ics' },
  state: 'paused',
  error: { code: 'CREDENTIALS', message: 'the login was refused', retry_at: null },
  failures: 1,
  items: 0,
  synced_at: null,
  next_sync_at: null,
}

export const testedExample: ConnectionTested = { reachable: true, error: null, latency_ms: 184 }
