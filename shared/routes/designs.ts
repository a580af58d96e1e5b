/** Routes of design verification: snapshots checked against how their page is to look, and what is said of that. */
import { DesignPolicy } from '#db/documents/design-policy'
import {
  BaselineList,
  BaselineListQuery,
  BranchMerge,
  CaptureRequest,
  ChangedMany,
  DesignApproval,
  DesignRejection,
  DesignReport,
  DesignTokens,
  DesignVerdict,
  PagePolicy,
  ReviewOfMany,
  TakingBack,
  TokensDocument,
  VerificationList,
  VerificationListQuery,
  VerificationSummary,
  VerifyDesignRequest,
} from '#shared/contracts/designs'
import {
  baselineExample,
  designReportExample,
  policyExample,
  policyInputExample,
  tokensExample,
  tokensInputExample,
  verdictExample,
  verificationSummaryExample,
} from '#shared/routes/examples/designs'
import { cachingHeaders, reportHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const snapshotBodyBytes = 32 * 1024 * 1024
const tokensBytes = 1024 * 1024

const params = { verificationId: 'From X-Verification-Id, or a list of verifications.' }
const pageParams = { pageId: 'What the page is called, by you.' }

const pictureAnswers = {
  200: {
    description: 'The picture.',
    type: 'image/png',
    example: null,
    alsoAs: { 'image/jpeg': null, 'image/webp': null },
    headers: cachingHeaders,
  },
  304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
} as const

const verdictAnswer = {
  description: 'What differs, and whether the page passes.',
  schema: DesignVerdict,
  example: verdictExample,
  headers: {
    'X-Verification-Id': 'The verification.',
    'X-Baseline-State':
      'Of the snapshot’s baseline: active, or candidate where somebody has to say whether the page is to look like that; rejected or superseded where that was said since.',
    Link: 'Its full report, rel="describedby".',
  },
} as const

export const designRoutes = {
  verifyDesign: route({
    area: 'D',
    method: 'POST',
    path: '/api/verify-design',
    operationId: 'verifyDesign',
    summary: 'Verify a page against its approved look',
    description:
      'Holds a screenshot or a DOM snapshot to the baseline of its page, branch and size, and to the design system. Without a baseline ' +
      'the snapshot is checked by itself and becomes one where it breaks nothing. X-Verification-Id names the verification.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: {
      kind: 'json',
      schema: VerifyDesignRequest,
      limitBytes: snapshotBodyBytes,
      example: {
        pageId: 'home',
        snapshot: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
    answers: {
      200: verdictAnswer,
    },
    errors: ['UNSUPPORTED_SNAPSHOT', 'BROWSER_UNAVAILABLE'],
  }),
  verifyAgain: route({
    area: 'D',
    method: 'POST',
    path: '/api/verify-design/:verificationId/again',
    operationId: 'verifyAgain',
    summary: 'Judge a stored snapshot again',
    description:
      'What the policy, the tokens, the components and the baseline say of it now, without a browser. A new verification: the one before stays ' +
      'as it is. Of a branch that has a newer snapshot waiting it proposes nothing.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    params,
    answers: { 200: verdictAnswer },
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  captureDesign: route({
    area: 'D',
    method: 'POST',
    path: '/api/designs/:pageId/capture',
    operationId: 'captureDesign',
    summary: 'Visit a page, and verify it as it is shown',
    description:
      'Loads the address in a guarded browser, lets what moves come to its end, takes the page as it is rendered with its picture, ' +
      'source and fonts, and verifies that as POST /api/verify-design does a snapshot.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    params: pageParams,
    body: {
      kind: 'json',
      schema: CaptureRequest,
      example: { url: 'https://example.com/', viewport: { width: 1280, height: 900 } },
    },
    answers: { 200: verdictAnswer },
    errors: ['ADDRESS_REFUSED', 'PAGE_UNREACHABLE', 'BROWSER_UNAVAILABLE'],
  }),
  listVerifications: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design',
    operationId: 'listVerifications',
    summary: 'List design verifications, newest first',
    description: 'Those of the organisation of the key. With state=waiting: what somebody has to look at.',
    auth: 'key',
    query: VerificationListQuery,
    answers: {
      200: {
        description: 'A page of verifications.',
        schema: VerificationList,
        example: { verifications: [verificationSummaryExample], nextCursor: null },
      },
    },
  }),
  getVerification: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design/:verificationId',
    operationId: 'getVerification',
    summary: 'The full report of a design verification',
    description: 'As it is kept and evidenced: each issue with its property, both values, token and place.',
    auth: 'key',
    params,
    answers: {
      200: {
        description: 'The report. Immutable: it has an ETag.',
        schema: DesignReport,
        example: designReportExample,
        headers: cachingHeaders,
      },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
    },
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  getBaselinePicture: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design/:verificationId/baseline',
    operationId: 'getBaselinePicture',
    summary: 'The page as it was to look',
    description: 'The picture that the snapshot was held to, where there is one.',
    auth: 'key',
    params,
    answers: pictureAnswers,
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  getActualPicture: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design/:verificationId/actual',
    operationId: 'getActualPicture',
    summary: 'The page as it was sent',
    description: 'The picture of the snapshot, where there is one.',
    auth: 'key',
    params,
    answers: pictureAnswers,
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  getDifferencePicture: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design/:verificationId/diff',
    operationId: 'getDifferencePicture',
    summary: 'What differs, as a picture to lay over the page',
    description:
      'Clear where both are alike; crimson where something changed, amber where it differs and was let pass, grey where it is not ' +
      'looked at. As large as the larger of both pictures, their top left corners together. Drawn when it is first asked for.',
    auth: 'key',
    isJob: true,
    params,
    answers: pictureAnswers,
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  getVerificationPage: route({
    area: 'D',
    method: 'GET',
    path: '/api/verify-design/:verificationId/report',
    operationId: 'getVerificationPage',
    summary: 'A design verification as a page to read and to print',
    description:
      'One HTML file without script that fetches nothing: both pictures side by side and one over the other, what differs, ' +
      'each issue with its place, both values and the line that mends it. What differs is drawn when it is first asked for.',
    auth: 'key',
    isJob: true,
    params,
    answers: {
      200: {
        description: 'The page.',
        type: 'text/html; charset=utf-8',
        example: '<!doctype html>…',
        headers: { ...reportHeaders, ...cachingHeaders },
      },
      304: {
        description: 'Not changed: If-None-Match holds its ETag.',
        headers: { ...reportHeaders, ...cachingHeaders },
      },
    },
    errors: ['VERIFICATION_NOT_FOUND'],
  }),
  approveVerification: route({
    area: 'D',
    method: 'POST',
    path: '/api/verify-design/:verificationId/approve',
    operationId: 'approveVerification',
    summary: 'Approve a page as it is, or some of its issues',
    description:
      'all: the page is to look like that from now on; its former baseline is superseded. Ids of issues: those are accepted on this ' +
      'page from now on; with the last of them the snapshot is approved as well. Each leaves a node that names who, and why.',
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: DesignApproval, example: { scope: 'all', reason: 'the new brand colour' } },
    answers: {
      200: {
        description: 'The verification.',
        schema: VerificationSummary,
        example: { ...verificationSummaryExample, state: 'approved' },
      },
    },
    errors: ['VERIFICATION_NOT_FOUND', 'STATE_CONFLICT', 'NO_WORKER'],
  }),
  rejectVerification: route({
    area: 'D',
    method: 'POST',
    path: '/api/verify-design/:verificationId/reject',
    operationId: 'rejectVerification',
    summary: 'Reject a page as it is',
    description:
      'Its snapshot is not how the page is to look. The baseline stays what it is; the same snapshot may come again.',
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: DesignRejection, example: { reason: 'the button is too pale' } },
    answers: {
      200: {
        description: 'The verification.',
        schema: VerificationSummary,
        example: { ...verificationSummaryExample, state: 'rejected' },
      },
    },
    errors: ['VERIFICATION_NOT_FOUND', 'STATE_CONFLICT', 'NO_WORKER'],
  }),
  approveMany: route({
    area: 'D',
    method: 'POST',
    path: '/api/designs/approve',
    operationId: 'approveMany',
    summary: 'Approve all pages that wait and match',
    description:
      'What approve with scope all says of one, of every verification that waits: of a page, of a branch, or of the whole ' +
      'organisation. dryRun counts first; expected holds to that count. All of a call or nothing of it; up to 200 a call, the oldest first.',
    auth: 'key',
    isGoverned: true,
    body: {
      kind: 'json',
      schema: ReviewOfMany,
      example: { branch: 'new-brand', reason: 'the new brand', expected: 12 },
    },
    answers: {
      200: { description: 'How many.', schema: ChangedMany, example: { matched: 12, changed: 12, remaining: 0 } },
    },
    errors: ['STATE_CONFLICT', 'NO_WORKER'],
  }),
  rejectMany: route({
    area: 'D',
    method: 'POST',
    path: '/api/designs/reject',
    operationId: 'rejectMany',
    summary: 'Reject all pages that wait and match',
    description: 'What reject says of one, of every verification that waits and matches; as approving many.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: ReviewOfMany, example: { branch: 'new-brand', reason: 'called off', dryRun: true } },
    answers: {
      200: { description: 'How many.', schema: ChangedMany, example: { matched: 12, changed: 0, remaining: 12 } },
    },
    errors: ['STATE_CONFLICT', 'NO_WORKER'],
  }),
  mergeBranch: route({
    area: 'D',
    method: 'POST',
    path: '/api/designs/merge',
    operationId: 'mergeBranch',
    summary: 'Take along what a merged branch has approved',
    description:
      'Every page that the branch holds to another look is held to it on the branch that it was merged into; accepted issues go along. ' +
      'dryRun counts first; up to 200 baselines a call.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: BranchMerge, example: { from: 'new-brand', into: 'main', reason: 'merged' } },
    answers: {
      200: { description: 'How many.', schema: ChangedMany, example: { matched: 3, changed: 3, remaining: 0 } },
    },
    errors: ['STATE_CONFLICT', 'NO_WORKER'],
  }),
  listBaselines: route({
    area: 'D',
    method: 'GET',
    path: '/api/pages/:pageId/baselines',
    operationId: 'listBaselines',
    summary: 'List the baselines of a page, newest first',
    description:
      'Of every branch, medium and size; those too that were superseded or rejected, unless status says which.',
    auth: 'key',
    params: pageParams,
    query: BaselineListQuery,
    answers: {
      200: {
        description: 'A page of baselines; none of a page that nobody has verified.',
        schema: BaselineList,
        example: { baselines: [baselineExample], nextCursor: null },
      },
    },
  }),
  takeBackIssues: route({
    area: 'D',
    method: 'POST',
    path: '/api/pages/:pageId/accepted-issues/take-back',
    operationId: 'takeBackIssues',
    summary: 'Take back that issues of a page are none',
    description:
      'What somebody has accepted on the page is told again from the next verification on, also of a snapshot that is its baseline ' +
      'byte for byte. The baselines stay what they are; each that said so leaves a node that names who, and why. The list of baselines ' +
      'has the ids. Counted are baselines; up to 200 a call, the oldest first.',
    auth: 'key',
    isGoverned: true,
    params: pageParams,
    body: {
      kind: 'json',
      schema: TakingBack,
      example: { issues: ['6f1d0c3a5b7e49218d4c0a9be8f7d362'], reason: 'the old grey is gone from the brand' },
    },
    answers: {
      200: { description: 'How many.', schema: ChangedMany, example: { matched: 1, changed: 1, remaining: 0 } },
    },
    errors: ['STATE_CONFLICT', 'NO_WORKER'],
  }),
  getPagePolicy: route({
    area: 'D',
    method: 'GET',
    path: '/api/pages/:pageId/policy',
    operationId: 'getPagePolicy',
    summary: 'How a page is judged',
    description: 'With everything said that nobody has said: any issue fails a page, nothing is ignored.',
    auth: 'key',
    params: pageParams,
    answers: { 200: { description: 'The policy.', schema: PagePolicy, example: policyExample } },
  }),
  putPagePolicy: route({
    area: 'D',
    method: 'PUT',
    path: '/api/pages/:pageId/policy',
    operationId: 'putPagePolicy',
    summary: 'Say how a page is judged',
    description: 'From the next verification on. It replaces what was said before, and leaves a node.',
    auth: 'key',
    isGoverned: true,
    params: pageParams,
    body: { kind: 'json', schema: DesignPolicy, example: policyInputExample },
    answers: { 200: { description: 'The policy.', schema: PagePolicy, example: policyExample } },
    errors: ['NO_WORKER'],
  }),
  getDesignTokens: route({
    area: 'D',
    method: 'GET',
    path: '/api/design-system/tokens',
    operationId: 'getDesignTokens',
    summary: 'The design tokens that pages are held to',
    description: 'As they were sent; null where there are none.',
    auth: 'key',
    answers: { 200: { description: 'The tokens.', schema: DesignTokens, example: tokensExample } },
  }),
  putDesignTokens: route({
    area: 'D',
    method: 'PUT',
    path: '/api/design-system/tokens',
    operationId: 'putDesignTokens',
    summary: 'Say what the design tokens are',
    description:
      'A document of the Design Tokens Format Module 2025.10. From the next verification on pages of DOM snapshots are held to it. ' +
      'It replaces the document before, and leaves a node.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: TokensDocument, limitBytes: tokensBytes, example: tokensInputExample },
    answers: { 200: { description: 'The tokens.', schema: DesignTokens, example: tokensExample } },
    errors: ['NO_WORKER'],
  }),
}
