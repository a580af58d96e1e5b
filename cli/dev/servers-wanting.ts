/** Servers that tests could not have, and why: told by the tests in a folder of their run, said at its end. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a run, which tests are given in this variable of the environment: a file for each server, with the reason in it. */
export const wantingFolder = 'TEST_SERVERS_WANTING'

type WantingServer = { server: string; why: string }

export const readWanting = (folder: string): WantingServer[] =>
  readdirSync(folder)
    .sort()
    .map((server) => ({ server, why: readFileSync(join(folder, server), 'utf8') }))

/** What a run says last of them; nothing where there is nothing to say. Pure. */
export function wantingText(wanting: readonly WantingServer[]): string {
  if (wanting.length === 0) return ''
  const lines = wanting.map(({ server, why }) => `  ${server}: ${why}`)
  return ['', 'Not run, since these servers could not be had:', ...lines, ''].join('\n')
}
