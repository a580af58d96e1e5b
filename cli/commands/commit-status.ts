/** A build's verdict as code hosts take it: the body of a commit status, one shape for GitHub, GitLab and Gitea. Pure. */

export type CommitStatus = {
  state: 'success' | 'failure' | 'error'
  context: string
  description: string
  target_url: string | null
}

/** GitHub takes no more. */
const longestDescription = 140

/** Cut to what fits, with an ellipsis. */
export function commitStatus({ description, ...rest }: CommitStatus): CommitStatus {
  const line = description.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  const isLong = letters.length > longestDescription
  return { ...rest, description: isLong ? `${letters.slice(0, longestDescription - 1).join('')}…` : line }
}
