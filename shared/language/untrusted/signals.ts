/**
 * What text says that wants to command a model: signals with weights, in English, German, French, Spanish and the first
 * sentence of it in Italian, Portuguese and Dutch. One alone of weight 1 is enough, lighter ones have to stand together.
 * Written for text that was folded: lower case, no accents, straight quotes. Every repetition is
 * bounded, and every pattern begins with a word.
 */
import { englishSignals } from '#shared/language/untrusted/english-signals'
import {
  frenchSignals,
  germanSignals,
  signalsOfOtherLanguages,
  spanishSignals,
} from '#shared/language/untrusted/foreign-signals'
import type { InstructionSignal } from '#shared/language/untrusted/signal'

const all = [...englishSignals, ...germanSignals, ...frenchSignals, ...spanishSignals, ...signalsOfOtherLanguages]
export const instructionSignals: readonly InstructionSignal[] = all.filter(({ reason }) => reason !== 'context')
/** Written in marks that a reading takes out: looked for in the source too. */
export const markSignals: readonly InstructionSignal[] = instructionSignals.filter(
  ({ reason }) => reason === 'role_marker' || reason === 'tool_call',
)
/** They mean nothing alone, and are looked for beside the others. */
export const contextSignals: readonly InstructionSignal[] = all.filter(({ reason }) => reason === 'context')

/** Words of whoever writes about such texts: with them, what stands in quotes is an example. */
export const aboutInstructions =
  /\b(?:prompt injections?|injections?|jailbreaks?|attacks?|attackers?|adversar\w{1,8}|phrases?|strings?|payloads?|filters?|detect\w{0,5}|red[- ]team\w{0,4}|vulnerab\w{1,8}|researchers?|such as|for example|e\.g\.|so-called|examples? of|things like|classifiers?|benchmarks?|angreifer|angriff\w{0,2}|beispiel|attaques?|exemple|ataques?|ejemplo)\b/
