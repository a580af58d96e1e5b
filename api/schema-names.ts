/** What authors of clients call the shapes that go over the wire: each name stands once in the OpenAPI document. */
import type { TSchema } from '@sinclair/typebox'
import * as alignments from '#db/documents/alignment'
import { Answers } from '#db/documents/annotation'
import * as briefed from '#db/documents/briefing'
import { CalibratedParameter, ParameterBounds, ParameterConstraint } from '#db/documents/calibration'
import * as comparisons from '#db/documents/comparison'
import { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import { AbsorbedDifference, DesignIssue, DesignReport, PictureFigures } from '#db/documents/design-report'
import { Occurrence, SourceSpan } from '#db/documents/item'
import * as meanings from '#db/documents/meaning'
import { ArtifactNote } from '#db/documents/page-artifact'
import {
  AnsweredIssue,
  CriterionOutcome,
  EngineRun,
  Given,
  KeptReport,
  ReportIssue,
  WaivedIssue,
} from '#db/documents/scan-report'
import { Priority, Signal, SignalFactor } from '#db/documents/signal'
import * as systemTrees from '#db/documents/system-tree'
import * as trees from '#db/documents/tree'
import * as treeParts from '#db/documents/tree-parts'
import * as about from '#shared/contracts/about'
import * as agents from '#shared/contracts/agents'
import * as annotations from '#shared/contracts/annotations'
import * as briefings from '#shared/contracts/briefings'
import * as calibrations from '#shared/contracts/calibrations'
import * as claims from '#shared/contracts/claims'
import * as components from '#shared/contracts/components'
import * as connections from '#shared/contracts/connections'
import { Article, Constitution } from '#shared/contracts/constitution'
import * as content from '#shared/contracts/content'
import { GovernanceRecord } from '#shared/contracts/decision'
import * as designs from '#shared/contracts/designs'
import * as evidence from '#shared/contracts/evidence'
import * as governance from '#shared/contracts/governance'
import * as jobs from '#shared/contracts/jobs'
import * as logs from '#shared/contracts/logs'
import * as questions from '#shared/contracts/questions'
import * as scans from '#shared/contracts/scans'
import * as tasks from '#shared/contracts/tasks'
import * as traces from '#shared/contracts/traces'
import {
  ComparisonResponse,
  GenerateRequest,
  GenerateResponse,
  SystemList,
  SystemTreeResponse,
} from '#shared/contracts/trees'

/** A schema is known again wherever it stands, also as an optional member. */
export const schemaNames: Record<string, TSchema> = {
  // No name that shadows one of the language's own, such as Error.
  ApiError: about.ErrorBody,
  Problem: about.Problem,
  Health: about.Health,
  TreeSchema: about.SchemaDescription,
  Liveness: about.Live,
  Readiness: about.Ready,

  TraceInput: traces.TraceInput,
  Trace: traces.Trace,
  TraceCreated: traces.TraceCreated,
  TraceList: traces.TraceList,
  TraceBatchResult: traces.TraceBatchResult,
  PersonAnnotationInput: annotations.PersonAnnotationInput,
  PersonAnnotation: annotations.PersonAnnotation,
  PersonAnnotationList: annotations.PersonAnnotationList,
  Answers,
  Statistics: traces.Stats,
  TreeInput: GenerateRequest,
  GeneratedTree: GenerateResponse,
  Tree: trees.Tree,
  TreeLevel1: trees.Level1,
  TreeLevel2: trees.Level2,
  TreeLevel3: trees.Level3,
  TreeLevel4: trees.Level4,
  TreeLevel5: trees.Level5,
  TreeLevel6: trees.Level6,
  Annotation: trees.AnnotationNode,
  Reliability: treeParts.Reliability,
  Rate: treeParts.Rate,
  Spread: treeParts.Spread,
  Collation: treeParts.Collation,
  SystemRisks: treeParts.SystemRisks,
  SystemList,
  GeneratedSystemTree: SystemTreeResponse,
  SystemTree: systemTrees.SystemTree,
  SystemTestingLevel: systemTrees.TestingLevel,
  SystemAnnotations: systemTrees.SystemAnnotations,
  MeanRisk: systemTrees.MeanRisk,
  People: treeParts.People,
  GeneratedComparison: ComparisonResponse,
  SystemComparison: comparisons.Comparison,
  ComparedSystem: comparisons.ComparedSystem,
  ComparedScore: comparisons.ComparedScore,
  LevelDifference: comparisons.LevelDifference,
  Difference: comparisons.Difference,

  ClaimInput: claims.ClaimInput,
  Claim: claims.Claim,
  ClaimDetail: claims.ClaimDetail,
  ClaimPoint: claims.ClaimPoint,
  ClaimList: claims.ClaimList,

  AgentSummary: agents.AgentSummary,
  AgentList: agents.AgentList,
  Agent: agents.AgentRecord,
  AgentRegistration: agents.AgentRegistration,
  TaskType: agents.TaskTypeInfo,
  AgentTaskInput: agents.TaskRequest,
  AgentTaskAccepted: agents.TaskAccepted,
  AgentTask: agents.Task,
  AgentTaskLinks: agents.TaskLinks,
  StoredNode: evidence.StoredNode,
  EvidenceNode: evidence.EvidenceNode,
  Chain: evidence.Chain,
  VerificationInput: evidence.VerifyRequest,
  KeptNode: evidence.Material,
  Verification: evidence.Verification,
  Erasure: evidence.Erased,
  FollowedLog: logs.FollowedLog,
  FollowedLogs: logs.FollowedLogs,
  Decision: GovernanceRecord,
  GovernanceStatus: governance.GovernanceStatus,
  Violation: governance.Violation,
  ViolationList: governance.ViolationList,
  Constitution,
  Article,
  EnactedConstitution: governance.EnactedConstitution,
  SimulationInput: governance.SimulateBody,
  Simulation: governance.Simulation,

  TaskInput: tasks.TaskSubmission,
  StepInput: tasks.StepRequest,
  TaskCreated: tasks.TaskCreated,
  TaskSummary: tasks.TaskSummary,
  TaskList: tasks.TaskList,
  Task: tasks.TaskDetail,
  Step: tasks.TaskStep,
  StepDetail: tasks.TaskStepDetail,
  TaskReply: tasks.TaskInput,

  DecodeInput: content.DecodeRequest,
  DecodedContent: content.DecodeAnswer,
  TextSpan: meanings.Span,
  TextExtent: meanings.Extent,
  TextSegment: meanings.Segment,
  TextSentence: meanings.Sentence,
  TextEntity: meanings.Entity,
  DateExpression: meanings.DateExpression,
  TextQuantity: meanings.Quantity,
  TextRelation: meanings.Relation,
  SpeechAct: meanings.Act,
  TextClaim: meanings.TextClaim,
  Sentiment: meanings.Sentiment,
  Keyphrase: meanings.Keyphrase,
  Readability: meanings.Readability,
  PrivacyFinding: meanings.PrivacyFinding,
  UntrustedInstruction: meanings.UntrustedInstruction,
  ScoreFactor: meanings.Factor,
  AnalysisEngine: meanings.Engine,
  ParameterBounds,
  ParameterConstraint,
  HeldParameter: calibrations.HeldParameter,
  ParameterVersion: calibrations.ParameterVersion,
  ParameterList: calibrations.ParameterList,
  AlignmentInput: content.AnalyzeRequest,
  AnalyzedContent: content.AnalyzeAnswer,
  DimensionScore: alignments.DimensionScore,
  AlignmentSignal: alignments.AlignmentSignal,
  Connection: connections.Connection,
  ConnectionInput: connections.CreateConnection,
  ConnectionList: connections.ConnectionList,
  ConnectionTest: connections.ConnectionTested,
  ConnectionSecret: connections.ReplaceSecret,
  CalibrationInput: calibrations.CalibrateRequest,
  CalibrationOutcome: calibrations.CalibrateAnswer,
  CalibratedParameter,

  BriefingAnswer: briefings.BriefingAnswer,
  SignalsAnswer: briefings.SignalsAnswer,
  MeetingAnswer: briefings.MeetingAnswer,
  MeetingInput: briefings.MeetingAsked,
  FeedbackInput: briefings.FeedbackRequest,
  FeedbackGiven: briefings.FeedbackAnswer,
  BriefingReplay: briefings.BriefingReplay,
  BriefingSection: briefed.BriefingSection,
  BriefedEvent: briefed.BriefedEvent,
  Commitment: briefed.Commitment,
  AdapterState: briefed.AdapterState,
  MeetingReference: briefed.MeetingReference,
  Signal,
  SignalPriority: Priority,
  SignalFactor,
  SourceSpan,
  Occurrence,

  ScanInput: scans.ScanRequest,
  PageStep: scans.Step,
  Scan: scans.ScanResponse,
  ScanIssue: scans.ScanIssue,
  ScanReport: KeptReport,
  ReportIssue,
  WaivedIssue,
  AnsweredIssue,
  AppliedAnswer: Given,
  CriterionOutcome,
  EngineRun,
  ScanSummary: scans.ScanSummary,
  ScanList: scans.ScanList,
  RunInput: scans.RunRequest,
  CrawlInput: scans.CrawlRequest,
  Run: scans.Run,
  RunList: scans.RunList,
  RunResult: scans.RunResult,
  RunResultList: scans.RunResults,
  ComparedIssue: scans.ComparedIssue,
  RunComparison: scans.RunComparison,
  WaiverInput: scans.WaiverRequest,
  Waiver: scans.Waiver,
  WaiverList: scans.WaiverList,
  ScanQuestionList: questions.ScanQuestions,
  ScanQuestion: questions.ScanQuestion,
  QuestionChoice: questions.QuestionChoice,
  AnswerInput: questions.AnswerRequest,
  Answer: questions.QuestionAnswer,
  AnswerList: questions.AnswerList,

  DesignInput: designs.VerifyDesignRequest,
  DesignCapture: designs.CaptureRequest,
  SnapshotViewport: designs.SnapshotViewport,
  DesignVerdict: designs.DesignVerdict,
  VerdictIssue: designs.VerdictIssue,
  DesignReport,
  DesignIssue,
  AbsorbedDifference,
  PictureFigures,
  ArtifactNote,
  DesignVerification: designs.VerificationSummary,
  DesignVerificationList: designs.VerificationList,
  DesignApproval: designs.DesignApproval,
  DesignRejection: designs.DesignRejection,
  Baseline: designs.Baseline,
  BaselineList: designs.BaselineList,
  ReviewOfMany: designs.ReviewOfMany,
  BranchMerge: designs.BranchMerge,
  ChangedMany: designs.ChangedMany,
  DesignPolicy,
  IgnoredRegion,
  PagePolicy: designs.PagePolicy,
  DesignTokens: designs.DesignTokens,
  ComponentImport: components.ComponentImport,
  ComponentsImported: components.ComponentsImported,
  ComponentSummary: components.ComponentSummary,
  ComponentList: components.ComponentList,
  Component: components.Component,
  StoryScanInput: components.StoryScanRequest,
  StoryScanStarted: components.StoryScanStarted,

  JobAccepted: jobs.Accepted,
  Job: jobs.Job,
}
