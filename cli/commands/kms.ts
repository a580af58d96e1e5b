/** `kms`: which keys a KMS wraps, and the ways in, out and on to a newer version of its key. */
import { existsSync, rmSync } from 'node:fs'
import { Argument, type Command } from 'commander'
import { findPlain, type KeptKey, keptKeyNames, standingOf } from '#cli/store/kept-keys'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { readSecret, wrappedPathOf, writeOnce } from '#shared/kernel/key-file'
import { type KmsSettings, openKms, readKeyAddress } from '#shared/kernel/kms/address'
import { findWrapped, formatWrapped, unwrapKey, type WrappedKey, wrapKey } from '#shared/kernel/kms/wrapped-key'
import { replaceFile } from '#shared/tlog/atomic-file'

/** Adds `kms status|wrap|unwrap|rewrap`. */
export function addKmsCommands(program: Command, read: () => KeptKey[], print: (line: string) => void): void {
  const command = program.command('kms').description('keys that lie wrapped by a KMS')
  const which = () => new Argument('[key]', 'only this one').choices(keptKeyNames)
  const underKms = (name: string | undefined): Governed[] => {
    const keys = read().filter((key) => name === undefined || key.name === name)
    const found = keys.flatMap((key) => (key.source.kms ? [{ ...key, settings: key.source.kms }] : []))
    if (found.length > 0) return found
    throw refusal(`no KMS is named for ${name ?? 'any key'}: set ${keys.map(({ setting }) => setting).join(' or ')}`)
  }

  command
    .command('status')
    .description(
      'says of each key where it lies and what wraps it; exit code 1 when one does not lie as the settings say',
    )
    .action(async () => {
      const standings = await Promise.all(read().map(async (key) => ({ key, ...(await standingOf(key)) })))
      for (const { key, text, fault } of standings) {
        print(`${key.name}  ${text}${fault === undefined ? '' : `: ${fault}`}`)
        if (fault !== undefined) process.exitCode = exitCodes.missed
      }
    })

  command
    .command('wrap')
    .description(
      'moves plain keys under the KMS that the settings name; takes the plain file away once the other opens',
    )
    .addArgument(which())
    .action(async (name: string | undefined) => {
      for (const key of underKms(name)) await wrap(key, print)
    })

  command
    .command('unwrap')
    .description('puts a key back into a plain file')
    .addArgument(new Argument('<key>', 'which').choices(keptKeyNames))
    .action(async (name: string) => {
      for (const key of underKms(name)) await unwrap(key, print)
    })

  command
    .command('rewrap')
    .description('wraps keys anew: by the newest version of the KMS’s key, or by the key that the settings name now')
    .addArgument(which())
    .action(async (name: string | undefined) => {
      for (const key of underKms(name)) await rewrap(key, print)
    })
}

type Governed = KeptKey & { settings: KmsSettings }
type Print = (line: string) => void

async function wrap({ name, kind, source, settings }: Governed, print: Print): Promise<void> {
  const { at, place } = source
  const kms = openKms(settings)
  const plain = findPlain(at)
  const before = findWrapped(at, place)
  if (plain === undefined)
    return print(
      `${name}: ${before ? `wrapped already, by ${before.address}` : 'there is none yet: a first start makes it, wrapped'}`,
    )
  const wrapped = before ?? (await wrapKey(kind, kms, plain))
  if ('text' in at) return tellSetting({ name, place, wrapped }, print)
  if (!before) writeOnce(wrappedPathOf(at.path), formatWrapped(wrapped))
  const kept = findWrapped(at, place)
  if (kept === undefined) throw new Error(`${wrappedPathOf(at.path)} was taken away again`)
  if (kept.name !== kind.nameOf(plain))
    throw refusal(
      `${wrappedPathOf(at.path)} is another key (${kept.name}) than ${place}: move away the one that is not in use`,
    )
  // What lies there opens, whoever wrote it: only then is the plain one given up.
  await unwrapKey(kind, kms, kept)
  rmSync(at.path, { force: true })
  print(`${name}: ${kept.name} lies wrapped by ${kept.address} in ${wrappedPathOf(at.path)}; ${at.path} is gone`)
}

async function unwrap({ name, setting, kind, source, settings }: Governed, print: Print): Promise<void> {
  const { at, place } = source
  const wrapped = findWrapped(at, place)
  if ('text' in at) throw refusal(`${place} holds the key ${wrapped ? 'wrapped' : 'plain'}, and keys are not printed`)
  if (!wrapped) throw refusal(`there is no ${wrappedPathOf(at.path)}`)
  const text = await unwrapKey(kind, openKms(settings), wrapped)
  if (!existsSync(at.path)) writeOnce(at.path, text)
  if (kind.nameOf(readSecret(at.path)) !== wrapped.name)
    throw refusal(`${at.path} is another key than ${wrapped.name}: move it away`)
  rmSync(wrappedPathOf(at.path))
  print(`${name}: ${wrapped.name} lies plain in ${at.path}; take ${setting} out of the settings before anything starts`)
}

async function rewrap({ name, kind, source, settings }: Governed, print: Print): Promise<void> {
  const { at, place } = source
  const kms = openKms(settings)
  const before = findWrapped(at, place)
  if (!before) return print(`${name}: nothing is wrapped in ${place}`)
  const after =
    before.address === kms.address
      ? { ...before, wrapped: await kms.rewrap(before.wrapped) }
      : await wrapKey(
          kind,
          kms,
          await unwrapKey(kind, openKms({ ...settings, ...readKeyAddress(before.address) }), before),
        )
  await unwrapKey(kind, kms, after)
  if ('text' in at) return tellSetting({ name, place, wrapped: after }, print)
  replaceFile(wrappedPathOf(at.path), formatWrapped(after), 0o600)
  print(`${name}: ${after.name} is wrapped by ${after.address}, version ${kms.versionOf(after.wrapped)} of its key`)
}

/** A setting is not ours to change. What it is to say is no secret. */
function tellSetting(
  { name, place, wrapped }: { name: string; place: string; wrapped: WrappedKey },
  print: Print,
): void {
  print(`${name}: from now on ${place} is to be`)
  print(formatWrapped(wrapped).trimEnd())
}
