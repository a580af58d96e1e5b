/** What is read of GitHub's answers: no more than is used, so that what else changes there breaks nothing here. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'

const orNull = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const maybe = <Schema extends TSchema>(schema: Schema) => t.Optional(orNull(schema))

const Moment = t.String({ format: 'date-time' })
const User = t.Object({ login: t.String(), type: maybe(t.String()) })
export type GitHubUser = Static<typeof User>
const Label = t.Union([t.String(), t.Object({ name: maybe(t.String()) })])

export const GitHubAccount = t.Object({ login: t.String(), id: t.Integer() })

/** Of searches and of the account's own issues: pull requests are among them. */
export const GitHubFound = t.Object({
  number: t.Integer(),
  title: t.String(),
  html_url: t.String(),
  url: t.String(),
  updated_at: Moment,
  pull_request: maybe(t.Object({})),
  head: maybe(t.Object({})),
})
export type GitHubFound = Static<typeof GitHubFound>

export const GitHubNotification = t.Object({
  id: t.String(),
  unread: t.Boolean(),
  reason: t.String(),
  updated_at: Moment,
  subject: t.Object({
    title: t.String(),
    type: t.String(),
    url: maybe(t.String()),
    latest_comment_url: maybe(t.String()),
  }),
  repository: t.Object({ full_name: t.String(), html_url: t.Optional(t.String()) }),
})
export type GitHubNotification = Static<typeof GitHubNotification>

const thread = {
  number: t.Integer(),
  title: t.String(),
  body: maybe(t.String()),
  html_url: t.String(),
  state: t.String(),
  user: maybe(User),
  labels: t.Array(Label),
  assignees: maybe(t.Array(User)),
  created_at: Moment,
  updated_at: Moment,
}
export const GitHubIssue = t.Object(thread)
export type GitHubIssue = Static<typeof GitHubIssue>
export const GitHubPullRequest = t.Object({
  ...thread,
  draft: t.Optional(t.Boolean()),
  merged_at: maybe(Moment),
  requested_reviewers: maybe(t.Array(User)),
  head: t.Object({ sha: t.String() }),
})
export type GitHubPullRequest = Static<typeof GitHubPullRequest>

export const GitHubReview = t.Object({ user: maybe(User), state: t.String(), submitted_at: maybe(Moment) })
export type GitHubReview = Static<typeof GitHubReview>

export const GitHubCheckRuns = t.Object({
  check_runs: t.Array(t.Object({ name: t.String(), conclusion: maybe(t.String()), completed_at: maybe(Moment) })),
})

export const GitHubThreadEvent = t.Object({
  event: t.String(),
  created_at: Moment,
  requested_reviewer: maybe(User),
  assignee: maybe(User),
})
export type GitHubThreadEvent = Static<typeof GitHubThreadEvent>

export const GitHubComment = t.Object({
  body: maybe(t.String()),
  user: maybe(User),
  html_url: t.String(),
  created_at: Moment,
})
export type GitHubComment = Static<typeof GitHubComment>

export const GitHubRelease = t.Object({
  name: maybe(t.String()),
  tag_name: t.String(),
  body: maybe(t.String()),
  author: maybe(User),
  html_url: t.String(),
  created_at: Moment,
  published_at: maybe(Moment),
})

export const GitHubRepository = t.Object({ full_name: t.String() })

export const GitHubAlert = t.Object({
  number: t.Integer(),
  state: t.String(),
  html_url: t.String(),
  created_at: Moment,
  updated_at: Moment,
  security_advisory: t.Object({ summary: t.String(), description: t.String(), severity: t.String() }),
})
