/** The commands that operate a service, and where each lies: a file is brought in once its command is asked for. */
import type { Command } from 'commander'
import type { ServiceAddress } from '#cli/commands/client'

/** What commands are told of where they were typed. */
export type Room = {
  env: Record<string, string | undefined>
  dataDir: string
  /** A database of the operator's own, if one is named. */
  givenDatabase: () => string | undefined
  /** The database's. @throws Refusal when it cannot be reached. */
  url: () => string
  /** The running service, for what speaks to one. */
  address: ServiceAddress
  print: (line: string) => void
}

type Family = { names: readonly string[]; add: (program: Command, room: Room) => Promise<void> }

const withStore = ({ env, dataDir, url }: Room) => ({ ...env, DATABASE_URL: url(), DATA_DIR: dataDir })

/** In the order in which help shows them. */
export const families: readonly Family[] = [
  {
    names: ['roles'],
    add: async (program, { url, print }) => (await import('#cli/commands/roles')).addRolesCommand(program, url, print),
  },
  {
    names: ['backup'],
    add: async (program, room) => {
      const { readInstallation } = await import('#cli/backup/installation')
      const { addBackupCommand } = await import('#cli/commands/backup')
      const read = () => readInstallation(room.env, room.dataDir, room.givenDatabase())
      addBackupCommand(program, read, room.print)
    },
  },
  {
    names: ['restore'],
    add: async (program, room) => {
      const { readInstallation } = await import('#cli/backup/installation')
      const { addRestoreCommand } = await import('#cli/commands/restore')
      const read = () => readInstallation(room.env, room.dataDir, room.givenDatabase())
      addRestoreCommand(program, read, room.print)
    },
  },
  {
    names: ['key'],
    add: async (program, room) =>
      (await import('#cli/commands/keys')).addKeyCommands(program, () => withStore(room), room.print),
  },
  {
    names: ['kms'],
    add: async (program, { env, dataDir, print }) => {
      const { keptKeys } = await import('#cli/store/kept-keys')
      const { addKmsCommands } = await import('#cli/commands/kms')
      addKmsCommands(program, () => keptKeys(env, dataDir), print)
    },
  },
  {
    names: ['log'],
    add: async (program, room) =>
      (await import('#cli/commands/log')).addLogCommands(program, () => withStore(room), room.print),
  },
  {
    names: ['constitution'],
    add: async (program, room) =>
      (await import('#cli/commands/constitution')).addConstitutionCommands(program, () => withStore(room), room.print),
  },
  {
    names: ['scan'],
    add: async (program, { address }) => (await import('#cli/commands/scan')).addScanCommand(program, address),
  },
  {
    names: ['runs'],
    add: async (program, { address }) => (await import('#cli/commands/runs')).addRunsCommands(program, address),
  },
  {
    names: ['questions'],
    add: async (program, { address }) =>
      (await import('#cli/commands/questions')).addQuestionsCommand(program, address),
  },
  {
    names: ['components'],
    add: async (program, { address }) =>
      (await import('#cli/commands/components')).addComponentsCommands(program, address),
  },
  {
    names: ['verify-design'],
    add: async (program, { address }) =>
      (await import('#cli/commands/verify-design')).addVerifyDesignCommand(program, address),
  },
  {
    names: ['designs'],
    add: async (program, { address }) => (await import('#cli/commands/designs')).addDesignsCommands(program, address),
  },
  {
    names: ['connections'],
    add: async (program, { address }) =>
      (await import('#cli/commands/connections')).addConnectionsCommands(program, address),
  },
  {
    names: ['briefing', 'signals', 'meeting-prep'],
    add: async (program, { address }) => (await import('#cli/commands/briefing')).addBriefingCommands(program, address),
  },
  {
    names: ['verify'],
    add: async (program, { print }) => (await import('#cli/commands/verify')).addVerifyCommand(program, print),
  },
  {
    names: ['claim'],
    add: async (program, { print }) => (await import('#cli/commands/claim')).addClaimCommands(program, print),
  },
]

/** Adds those of the family whose command is asked for; all where none is, for help and for what was mistyped. */
export async function addCommands(program: Command, room: Room, asked: string | undefined): Promise<void> {
  if (program.commands.some((command) => command.name() === asked)) return
  const named = families.find(({ names }) => names.some((name) => name === asked))
  for (const { add } of named ? [named] : families) await add(program, room)
}
