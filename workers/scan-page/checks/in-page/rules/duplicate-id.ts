/** Ids that several elements have. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const duplicateId: StaticCheck = {
  rule: 'duplicate-id',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Give each element an id of its own.',
  find(elements) {
    const first = new Map<Node, Map<string, Element>>()
    const told = new Set<string>()
    return elements.flatMap((element) => {
      const id = element.getAttribute('id')
      if (!id || element.matches('svg *')) return []
      const root = element.getRootNode()
      const known = first.get(root) ?? new Map<string, Element>()
      first.set(root, known)
      const other = known.get(id)
      if (!other) known.set(id, element)
      if (!other || told.has(id)) return []
      told.add(id)
      return [{ element, message: `The id ${quote(id)} is that of a ${tagOf(other)} before it as well.` }]
    })
  },
}
