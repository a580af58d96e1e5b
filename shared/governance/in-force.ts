/** The constitution as a process holds it: the one in force in the database, and the file that stands for it or amends it. */
import { statSync } from 'node:fs'
import type { Sql } from '#db/client'
import { signedTexts } from '#db/queries/log'
import { openNodeProof, type ProveNode } from '#shared/evidence/proven-nodes'
import type { Signer } from '#shared/evidence/signing'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { enact } from '#shared/governance/enact'
import { type Enacted, enactedConstitution } from '#shared/governance/enacted'
import { type ConstitutionFile, readConstitutionFile } from '#shared/governance/file'
import { isMismatch } from '#shared/kernel/errors/evidence'
import type { Log } from '#shared/kernel/logger'

export type InForceParts = { sql: Sql; signer: Signer; path: string; log: Log }

export class ConstitutionInForce {
  /** What decides; none before the first was read. */
  compiled: Compiled | undefined
  /** The node that put it in force. */
  enactment: string | undefined
  /** Why the file is not what is in force. */
  fault: string | undefined
  private readonly parts: InForceParts
  private readonly prove: ProveNode
  /** The enactment that was signed by who may. */
  private proven: string | undefined
  private file: ConstitutionFile | undefined
  private stamp: string | undefined
  /** The amendment that the log has told of. */
  private told: string | undefined

  constructor(parts: InForceParts) {
    this.parts = parts
    this.prove = openNodeProof(parts.sql, parts.signer)
  }

  /** Reads what has changed; what the file says is enacted where nothing is yet. */
  async look(): Promise<void> {
    const { log, path } = this.parts
    const enacted = await this.enacted()
    if (enacted === 'astray') return this.setFault('the constitution in force is not what its evidence says')
    const file = this.readFile(enacted?.hash)
    if (enacted && enacted.hash !== this.compiled?.hash) {
      const { compiled, faults } =
        file.compiled?.hash === enacted.hash
          ? file
          : compileConstitution(enacted.body, { isAnalysed: false, isInForce: true })
      this.compiled = compiled
      log.info({ constitution: enacted.hash, faults }, 'constitution in force')
    }
    this.enactment = enacted?.head
    this.setFault(this.faultOf(file, enacted?.hash))
    const waiting = this.amendment()?.hash
    if (waiting !== undefined && waiting !== this.told)
      log.warn({ path, amendment: waiting }, 'an amendment of the constitution waits to be enacted')
    this.told = waiting
  }

  private setFault(fault: string | undefined): void {
    const { log, path } = this.parts
    if (fault !== this.fault) log[fault ? 'error' : 'info']({ path, why: fault }, 'the constitution was looked at')
    this.fault = fault
  }

  /** What the file says that amends the constitution in force, and was not enacted yet. */
  amendment(): Compiled | undefined {
    const { compiled: read, amends = [] } = this.file ?? {}
    return read && this.compiled && amends.includes(this.compiled.hash) ? read : undefined
  }

  /** @param inForce the hash of what is in force, if anything is. */
  private readFile(inForce: string | undefined): ConstitutionFile {
    const { path } = this.parts
    const stamp = stampOf(path)
    if (!this.file || stamp !== this.stamp) this.file = readConstitutionFile(path, inForce)
    this.stamp = stamp
    return this.file
  }

  /** Somebody else's words decide nothing: what decided before goes on deciding, while every write is halted. */
  private async enacted(): Promise<Enacted | undefined | 'astray'> {
    const { sql, signer } = this.parts
    try {
      const enacted = await enactedConstitution(sql)
      if (enacted) return await this.signed(enacted)
      const file = this.readFile(undefined)
      if (!file.compiled) return undefined
      await enact(sql, signer, file.compiled, { signatures: file.signatures, isFirstOnly: true })
      return await this.signed(await enactedConstitution(sql))
    } catch (error) {
      if (isMismatch(error)) return 'astray'
      throw error
    }
  }

  /** Held to its signature once: whoever owns the database may put a node in, and the ledger takes a moment to put it aside. */
  private async signed(enacted: Enacted | undefined): Promise<Enacted | undefined | 'astray'> {
    if (!enacted || enacted.head === this.proven) return enacted
    const [node] = await signedTexts(this.parts.sql, [Buffer.from(enacted.head, 'hex')])
    if (!node || !(await this.prove(node))) return 'astray'
    this.proven = enacted.head
    return enacted
  }

  private faultOf(file: ConstitutionFile, enacted: string | undefined): string | undefined {
    if (file.fault !== undefined) return file.fault
    if (!this.compiled) return 'the enacted constitution cannot be read by this release'
    // One that amends what is in force waits to be enacted; until then it decides nothing, and halts nothing.
    return file.compiled?.hash === enacted || this.amendment()
      ? undefined
      : 'the constitution file is not the one that was enacted'
  }
}

/** A file that changes has another one of these. Never throws: one that may not be looked at is read, and thereby a fault. */
function stampOf(path: string): string {
  const stamp = (each: string) => {
    try {
      const { ino, mtimeMs, ctimeMs, size } = statSync(each)
      return `${ino} ${mtimeMs} ${ctimeMs} ${size}`
    } catch {
      return 'none'
    }
  }
  return `${stamp(path)} | ${stamp(`${path}.dsse.json`)}`
}
