/** Constitutions that are small to send and dear to look through. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Article, Constitution } from '#shared/contracts/constitution'

export const shippedWhole: Constitution = JSON.parse(
  readFileSync(resolve(import.meta.dir, '../../constitution/constitution.json'), 'utf8'),
)
/** Parameters stand under an article that it has, and articles are taken from it here. */
const { parameters: _parameters, constraints: _constraints, ...rest } = shippedWhole
export const shipped: Constitution = rest

/** Every pair of them differs in a single point, far behind in a grid of some ten thousand. */
export function costlyConstitution(articles: number): Constitution {
  return { ...shipped, articles: Array.from({ length: articles }, (_, at) => almostEqual(at)) }
}

function almostEqual(at: number): Article {
  const thresholds = Array.from({ length: 10 }, (_, each) => `risk_score != ${each * 7 + 1}.5`)
  const confidences = Array.from({ length: 10 }, (_, each) => `confidence != 0.${each + 1}1`)
  const never = [...thresholds, ...confidences].join(' && ')
  return {
    id: `A-${String(at + 100)}`,
    title: `Like all the others but in one point, ${at}`,
    text: 'It costs.',
    phase: 'post',
    applies_to: ['trace.record'],
    rule: `(risk_score == ${(at % 90) + 1}.0 && confidence == 0.${at + 100} && field_conditions) || !(${never} || constitutional_compliance || risk_level == 'none')`,
    tier: 'T3',
    enforcement: 'soft',
    effect: 'allow',
    message: "'it costs'",
    blocks: [],
    remediation: 'None.',
    auto_resolve: null,
    sla_hours: null,
    crosswalk: { eu_ai_act: [], nist_ai_rmf: [] },
    examples: {
      pass: [
        {
          risk_score: (at % 90) + 1,
          confidence: Number(`0.${at + 100}`),
          field_conditions: true,
          constitutional_compliance: true,
          risk_level: 'LOW',
        },
      ],
      fail: [
        {
          risk_score: 100,
          confidence: 0.95,
          field_conditions: false,
          constitutional_compliance: true,
          risk_level: 'LOW',
        },
      ],
    },
  }
}
