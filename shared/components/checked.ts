/** What has to be so of components, whatever document they come from. */

import { documentPath, type ImportedComponent, type Reading } from '#shared/components/imported'
import { componentIdPattern, componentLimit, storyLimit } from '#shared/contracts/components'
import { type Issue, issueLimit } from '#shared/kernel/errors'

const idPattern = new RegExp(componentIdPattern)
/** Paths beside those of components. */
const takenIds = new Set(['import', 'scan'])
const expectedId = '1 to 200 characters without spaces, slashes and ? # %, neither import nor scan'
const nameLimit = 200
const categoryLimit = 200

/** The components in the order of their ids, or every fault of them: ids that are none, ids named twice, too many. */
export function checkComponents(found: readonly ImportedComponent[]): Reading<ImportedComponent[]> {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const component of found) {
    const { at, id, name, category } = component
    if (!idPattern.test(id) || takenIds.has(id))
      issues.push({ path: at, message: 'has no id that can be one', expected: expectedId })
    else if (seen.has(id))
      issues.push({ path: at, message: `has the id ${id} of another`, expected: 'ids that differ' })
    seen.add(id)
    issues.push(...textFaults(at, 'name', name, nameLimit), ...textFaults(at, 'category', category, categoryLimit))
    issues.push(...storyFaults(component))
    if (issues.length >= issueLimit) break
  }
  if (found.length > componentLimit)
    issues.push({
      path: documentPath,
      message: `has ${found.length} components`,
      expected: `at most ${componentLimit}`,
    })
  const stories = found.reduce((sum, each) => sum + each.stories.length, 0)
  if (stories > storyLimit)
    issues.push({ path: documentPath, message: `has ${stories} stories`, expected: `at most ${storyLimit}` })
  if (issues.length > 0) return { issues: issues.slice(0, issueLimit) }
  return { value: found.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)) }
}

function textFaults(at: string, what: string, text: string, limit: number): Issue[] {
  if (text !== '' && text.length <= limit) return []
  const message = text === '' ? `has no ${what}` : `has a ${what} of ${text.length} characters`
  return [{ path: at, message, expected: `a ${what} of 1 to ${limit} characters` }]
}

function storyFaults({ at, stories }: ImportedComponent): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const { id } of stories) {
    if (!idPattern.test(id))
      issues.push({ path: at, message: `has a story ${JSON.stringify(id)}, which is no id`, expected: expectedId })
    if (seen.has(id)) issues.push({ path: at, message: `has the story ${id} twice`, expected: 'stories that differ' })
    seen.add(id)
  }
  return issues
}
