/** What a verification has found so far: each check's standing, and the first place where something is wrong. */
import { type CheckId, checkIds, checkNames } from '#shared/verification/checks'

/** A row by its table and its key. */
export type RowName = { table: string; key: string }

/** A node as findings name it, and the row that is wrong beside it; `at` is its place in the order of nodes. */
export type Spot = {
  id: string | null
  stream: string | null
  pos: number | null
  at: number
  row?: RowName | undefined
  /** Whose the row is; null of what is nobody's. Where it is not said, the node says it. */
  org?: string | null | undefined
}

type Fault = { check: CheckId; spot: Spot | undefined; detail: string }

export type Findings = {
  fail: (check: CheckId, spot: Spot | undefined, detail: string) => void
  /** It was looked at; where nothing failed or waits, the check passes. */
  note: (check: CheckId, detail?: string) => void
  /** It is not settled yet, and why. @param isOpen what was looked at elsewhere does not settle it either. */
  wait: (check: CheckId, detail: string, isOpen?: boolean) => void
  /** It could not be looked at, and why; what was looked at elsewhere counts. */
  skip: (check: CheckId, detail: string, isOpen?: boolean) => void
  /** Failures that show at a node. */
  readonly spotted: number
}

type Standing = {
  id: CheckId
  status: 'pass' | 'fail' | 'skip' | 'pending'
  detail: string
  node?: string
  row?: RowName
  org?: string | null
}

export type Outcome = {
  verdict: 'valid' | 'valid_pending_inclusion' | 'invalid' | 'indeterminate'
  checks: Standing[]
  first_failure: {
    check: CheckId
    hash: string | null
    stream: string | null
    pos: number | null
    /** Null where it is the node itself. */
    row: RowName | null
    org?: string | null
  } | null
}

const faultsKept = 1000

export function openFindings(): Findings & { outcome: () => Outcome } {
  const faults: Fault[] = []
  const counts = new Map<CheckId, number>()
  const noted = new Map<CheckId, string>()
  const waiting = new Map<CheckId, string>()
  const skipped = new Map<CheckId, string>()
  let isOpen = false
  let spotted = 0

  const standing = (id: CheckId): Standing => {
    const [worst] = faults.filter(({ check }) => check === id).sort(inOrder)
    if (worst) {
      const count = counts.get(id) ?? 1
      const detail = count > 1 ? `${worst.detail}; ${count} in all` : worst.detail
      const { spot } = worst
      return {
        id,
        status: 'fail',
        detail,
        ...(spot?.id && { node: spot.id }),
        ...(spot?.row && { row: spot.row }),
        ...(spot?.org !== undefined && { org: spot.org }),
      }
    }
    const waits = waiting.get(id)
    if (waits !== undefined) return { id, status: 'pending', detail: waits }
    const said = noted.get(id)
    if (said !== undefined) return { id, status: 'pass', detail: said || checkNames[id] }
    return { id, status: 'skip', detail: skipped.get(id) ?? 'nothing of the kind here' }
  }

  return {
    get spotted() {
      return spotted
    },
    fail(check, spot, detail) {
      counts.set(check, (counts.get(check) ?? 0) + 1)
      if (spot) spotted += 1
      faults.push({ check, spot, detail })
      // The first are what is asked for; a store that is wrong all over must not fill the memory.
      if (faults.length > 2 * faultsKept) faults.sort(inOrder).splice(faultsKept)
    },
    note: (check, detail = '') => noted.set(check, detail || (noted.get(check) ?? '')),
    wait(check, detail, open = false) {
      waiting.set(check, detail)
      isOpen ||= open
    },
    skip(check, detail, open = false) {
      skipped.set(check, detail)
      isOpen ||= open
    },
    outcome() {
      const [first] = faults.sort(inOrder)
      const { spot } = first ?? {}
      return {
        verdict: first ? 'invalid' : isOpen ? 'indeterminate' : waiting.has('V9') ? 'valid_pending_inclusion' : 'valid',
        checks: checkIds.map(standing),
        first_failure: first
          ? {
              check: first.check,
              hash: spot?.id ?? null,
              stream: spot?.stream ?? null,
              pos: spot?.pos ?? null,
              row: spot?.row ?? null,
              ...(spot?.org !== undefined && { org: spot.org }),
            }
          : null,
      }
    },
  }
}

/** What is found here is told there only when it is said so: of what has to be looked at anew nothing is. */
export function holdBack(found: Findings): Findings & { tell: () => void } {
  const held: (() => void)[] = []
  let spotted = 0
  return {
    get spotted() {
      return spotted
    },
    fail(check, spot, detail) {
      if (spot) spotted += 1
      held.push(() => found.fail(check, spot, detail))
    },
    note: (check, detail) => held.push(() => found.note(check, detail)),
    wait: (check, detail, isOpen) => held.push(() => found.wait(check, detail, isOpen)),
    skip: (check, detail, isOpen) => held.push(() => found.skip(check, detail, isOpen)),
    tell() {
      for (const each of held) each()
    },
  }
}

/** By the place in the order of nodes, then by the check; what shows at no node comes last. */
const inOrder = (a: Fault, b: Fault) =>
  (a.spot?.at ?? Number.MAX_VALUE) - (b.spot?.at ?? Number.MAX_VALUE) ||
  checkIds.indexOf(a.check) - checkIds.indexOf(b.check)
