/** Which issue or pull request a mail of source hosting is about, told by its headers. Pure. */
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

type Thing = { repository: string; kind: 'pull' | 'issue'; number: string }

const repositoryName = String.raw`([\w.-]{1,100}\/[\w.-]{1,100})`
/** "owner/name/pull/12/c345@github.com", "owner/name/issues/12@forge.example". */
const inMessageId = new RegExp(String.raw`^${repositoryName}\/(pulls?|issues?|merge_requests)\/(\d{1,9})[/@]`)
/** "[owner/name] A title (PR #12)", "[name] A title (#12)". */
const inSubject = new RegExp(
  String.raw`^(?:re:\s*)?\[${repositoryName}\]\s.*\((PR |Issue |pull request )?#(\d{1,9})\)\s*$`,
  'i',
)

/**
 * As `github:owner/name#12`, `gitlab:group/project#12` (an issue) or `!12` (a merge request), `gitea:owner/name#12`; in lower
 * case. Empty where nothing says so that whoever wrote the mail did not choose alone: a stranger's mail is folded into nothing.
 */
export function aboutOf(mail: SourceMail): string[] {
  const { headers } = mail
  const sender = mail.from?.address ?? ''
  if (isOf(sender, 'github.com') && headers['list-id']?.includes('.github.com') === true) {
    const thing = fromMessageIds(mail) ?? fromSubject(mail)
    return thing === null ? [] : [`github:${thing.repository}#${thing.number}`]
  }
  const gitlab = headers['x-gitlab-project-path']
  if (gitlab !== undefined) {
    const merge = numberIn(headers['x-gitlab-mergerequest-iid'])
    const issue = numberIn(headers['x-gitlab-issue-iid'])
    const project = gitlab.trim().toLowerCase()
    return merge === null ? (issue === null ? [] : [`gitlab:${project}#${issue}`]) : [`gitlab:${project}!${merge}`]
  }
  const gitea = headers['x-gitea-repository-path'] ?? headers['x-forgejo-repository-path']
  if (gitea === undefined) return []
  const link = headers['x-gitea-issue-link'] ?? headers['x-forgejo-issue-link'] ?? ''
  const number =
    /\/(?:issues|pulls)\/(\d{1,9})/.exec(link)?.[1] ?? fromMessageIds(mail)?.number ?? fromSubject(mail)?.number
  return number === undefined ? [] : [`gitea:${gitea.trim().toLowerCase()}#${number}`]
}

const isOf = (address: string, domain: string): boolean => address.toLowerCase().endsWith(`@${domain}`)

const numberIn = (text: string | undefined): string | null => /^\s*(\d{1,9})\s*$/.exec(text ?? '')?.[1] ?? null

function fromMessageIds({ messageId, inReplyTo, references }: SourceMail): Thing | null {
  for (const id of [messageId, inReplyTo, ...references.slice(0, 20)]) {
    const [, repository, kind, number] = inMessageId.exec(bareId(id ?? '')) ?? []
    if (repository === undefined || kind === undefined || number === undefined) continue
    return { repository: repository.toLowerCase(), kind: kind.startsWith('issue') ? 'issue' : 'pull', number }
  }
  return null
}

function fromSubject({ subject }: SourceMail): Thing | null {
  const [, repository, kind = '', number] = inSubject.exec(subject.slice(0, 1000)) ?? []
  if (repository === undefined || number === undefined) return null
  return { repository: repository.toLowerCase(), kind: /^p/i.test(kind) ? 'pull' : 'issue', number }
}

/** Of a Message-ID, without the brackets and the space around it. */
export const bareId = (id: string): string => id.trim().replace(/^<|>$/g, '').trim()
