/** Reads what react-scanner puts out: instances by component, as counts, with props, or raw. Pure. */
import { documentPath, pointerTo, type Reading } from '#shared/components/imported'
import { componentLimit } from '#shared/contracts/components'
import { type Issue, issueLimit } from '#shared/kernel/errors'

const nameLimit = 4 * componentLimit

/**
 * Instances by name; of a component within another by both with a point between, as react-scanner itself has it.
 * A count is a number (`count-components`), `instances` a number (`count-components-and-props`) or a list (`raw-report`).
 */
export function readUsageReport(document: unknown): Reading<Record<string, number>> {
  const issues: Issue[] = []
  if (!isRecord(document))
    return {
      issues: [
        { path: documentPath, message: 'is no usage report', expected: 'an object with a member for each component' },
      ],
    }
  const counts = new Map<string, number>()
  collect(document, { prefix: '', path: documentPath, counts, issues })
  if (counts.size > nameLimit)
    issues.push({ path: documentPath, message: `has ${counts.size} names`, expected: `at most ${nameLimit}` })
  if (issues.length > 0) return { issues: issues.slice(0, issueLimit) }
  return { value: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

type Walk = { prefix: string; path: string; counts: Map<string, number>; issues: Issue[] }

/** Bodies are nested 64 deep at most. */
function collect(report: Record<string, unknown>, { prefix, path, counts, issues }: Walk): void {
  for (const [name, told] of Object.entries(report)) {
    if (issues.length >= issueLimit) return
    const at = `${path}/${pointerTo(name)}`
    const full = prefix + name
    const { instances, components } = isRecord(told) ? told : { instances: told, components: undefined }
    const count = Array.isArray(instances) ? instances.length : instances
    if (isCount(count)) counts.set(full, count)
    else if (count !== undefined || components === undefined)
      issues.push({
        path: at,
        message: 'does not say how often it is used',
        expected: 'a count, or a list of instances',
      })
    if (isRecord(components)) collect(components, { prefix: `${full}.`, path: `${at}/components`, counts, issues })
    else if (components !== undefined)
      issues.push({ path: `${at}/components`, message: 'is not an object', expected: 'components by name' })
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * How often each component is used, by id; null where the report cannot say it: two components of the library have its name.
 * Names are the same without case, spaces, - and _: a title "Date Picker" is the component DatePicker.
 */
export function usageOf(
  components: readonly { id: string; name: string }[],
  counts: Readonly<Record<string, number>>,
): Map<string, number | null> {
  const byName = new Map<string, number>()
  for (const [name, count] of Object.entries(counts)) byName.set(keyOf(name), (byName.get(keyOf(name)) ?? 0) + count)
  const named = Map.groupBy(components, ({ name }) => keyOf(name))
  return new Map(
    components.map(({ id, name }) => [
      id,
      named.get(keyOf(name))?.length === 1 ? (byName.get(keyOf(name)) ?? 0) : null,
    ]),
  )
}

const keyOf = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
