/** Classifiers of npm that speech acts are measured beside, trained on the same sentences where they are trained. */
import compromise from 'compromise'
import model from 'wink-eng-lite-web-model'
import bayes from 'wink-naive-bayes-text-classifier'
import winkNLP from 'wink-nlp'
import type { Labelled } from '#bench/language/intent-training'

export type ActPeer = { name: string; asks: (text: string) => boolean }

export const actPeers = (training: readonly Labelled[]): ActPeer[] => [
  bayesPeer(training, 1),
  bayesPeer(training, 2),
  rulesPeer(),
]

/** wink-naive-bayes-text-classifier over words, or over words and pairs of them. */
function bayesPeer(training: readonly Labelled[], most: 1 | 2): ActPeer {
  const reader = winkNLP(model, [])
  const classifier = bayes()
  const wordsOf = (text: string): string[] => {
    const words = reader.readDoc(text).tokens().out(reader.its.normal)
    return most === 1 ? words : [...words, ...words.slice(1).map((word, index) => `${words[index]}_${word}`)]
  }
  classifier.definePrepTasks([wordsOf])
  classifier.defineConfig({ considerOnlyPresence: true, smoothingFactor: 0.5 })
  for (const { text, asks } of training) classifier.learn(text, asks ? 'Yes' : 'No')
  classifier.consolidate()
  return {
    name: `wink-naive-bayes-text-classifier, words${most === 2 ? ' and pairs' : ''}`,
    asks: (text) => classifier.predict(text) === 'Yes',
  }
}

/** compromise's own tags for what asks: imperatives, "please", "could you", "I will", "let's". */
function rulesPeer(): ActPeer {
  return {
    name: 'compromise, its tags',
    asks: (text) => {
      const read = compromise(text)
      return (
        read.has('#Imperative') ||
        read.has('please') ||
        read.has('(could|can|would|will) you') ||
        read.has('(i|we) (will|shall|can)') ||
        read.has('let (us|me)') ||
        read.has("let's")
      )
    },
  }
}
