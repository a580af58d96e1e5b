/** A2A 1.0 agent cards: ours, and how those of others are read, compared and checked. */
import { createPublicKey, type JsonWebKey, type SignKeyObjectInput, verify } from 'node:crypto'
import { AgentCard, type AgentSkill, canonicalizeAgentCard } from '@a2a-js/sdk'
import type { BuiltInAgent } from '#shared/agents/catalogue'
import { evidenceExtension } from '#shared/contracts/agents'
import { sha256Hex } from '#shared/kernel/canonical'
import { versions } from '#shared/kernel/version'

/** @param endpoint the address it is spoken to at. */
export const cardOf = (agent: BuiltInAgent, endpoint: string): AgentCard =>
  AgentCard.fromJSON({
    name: agent.name,
    description: agent.description,
    version: versions.api,
    supportedInterfaces: [{ url: endpoint, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: evidenceExtension,
          description: 'Task.metadata names the newest evidence node of the task and its governance tier.',
          required: false,
        },
      ],
    },
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A key of this service.' } },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: agent.types.map(({ type, description, sideEffects }) => ({
      id: type,
      name: type,
      description: `${description} Send a data part {type: "${type}", payload}.`,
      tags: [sideEffects],
    })),
  })

export const cardJson = (card: AgentCard): Record<string, unknown> => AgentCard.toJSON(card) as Record<string, unknown>

/** A card as it came in. @throws Error on what is none. */
export function readCard(json: unknown): AgentCard {
  const card = AgentCard.fromJSON(json as Parameters<typeof AgentCard.fromJSON>[0])
  if (card.name === '' || card.skills.length === 0) throw new Error('a card has a name and skills')
  if (!card.supportedInterfaces.some(isSpoken)) throw new Error('it speaks neither JSONRPC nor HTTP+JSON of A2A 1.0')
  return card
}

const isSpoken = ({ protocolBinding, protocolVersion }: AgentCard['supportedInterfaces'][number]) =>
  (protocolBinding === 'JSONRPC' || protocolBinding === 'HTTP+JSON') && protocolVersion === '1.0'

/** The interface that is spoken to: the card's first that we speak. */
export const interfaceOf = (card: AgentCard) => card.supportedInterfaces.find(isSpoken)

/** Of a stored card, which was read when it came in. */
export const skillsOf = (json: unknown): AgentSkill[] => readCard(json).skills

/** Covers the signatures too: a card that is signed by another key is another card. */
export const cardDigest = (card: AgentCard): string =>
  `sha256:${sha256Hex(canonicalizeAgentCard(card) + JSON.stringify(card.signatures))}`

/** What of an agent may not change behind one's back, as text. */
export function trustedPart(card: AgentCard): string {
  const { version, supportedInterfaces, skills, signatures, securitySchemes } = card
  const keys = signatures.map(({ protected: header }) => headerOf(header)?.['kid'] ?? '')
  return (
    canonicalizeAgentCard({ ...AgentCard.fromJSON({}), version, supportedInterfaces, skills, securitySchemes }) + keys
  )
}

type Key = JsonWebKey & { kid?: string }

/**
 * Whether a card is signed by one of these keys. Null where that cannot be said: it is not signed, or no key is known.
 * Source: A2A 1.0, 8.4: a JWS over the RFC 8785 text of the card without its signatures.
 */
export function isCardSigned(card: AgentCard, keys: readonly Key[]): boolean | null {
  if (card.signatures.length === 0 || keys.length === 0) return null
  const payload = Buffer.from(canonicalizeAgentCard(card)).toString('base64url')
  return card.signatures.some(({ protected: header, signature }) => {
    const { alg, kid } = headerOf(header) ?? {}
    const key = keys.find((each) => each.kid === kid)
    const how = typeof alg === 'string' ? algorithms[alg] : undefined
    if (!key || !how) return false
    try {
      const { hash, ...options } = how
      const publicKey = createPublicKey({ key, format: 'jwk' })
      const signed = Buffer.from(`${header}.${payload}`)
      return verify(hash, signed, { key: publicKey, ...options }, Buffer.from(signature, 'base64url'))
    } catch {
      return false
    }
  })
}

// RFC 7518 and 8037; no `none`, and nothing that a shared secret would do.
const algorithms: Record<string, { hash: string | null } & Omit<SignKeyObjectInput, 'key'>> = {
  EdDSA: { hash: null },
  Ed25519: { hash: null },
  ES256: { hash: 'sha256', dsaEncoding: 'ieee-p1363' },
  ES384: { hash: 'sha384', dsaEncoding: 'ieee-p1363' },
  RS256: { hash: 'sha256' },
}

function headerOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
