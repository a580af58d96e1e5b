/** Texts that a template, a tool or a program left where its author was to write. */

const holes = String.raw`undefined|null|nan|.*(?:\{\{.*\}\}|\$\{.*\}|<%.*%>|\[object object\]).*`
const drafts = 'lorem ipsum.*|todo|tbd|fixme|xxx+'

/** What was never filled in, as a part of a pattern that is tried on a whole text. */
export const neverFilled = `${holes}|${drafts}`

const latin = /\blorem ipsum\b.*\b(?:dolor|sit amet|consectetur|adipisc)/i
const asked =
  /^(?:this is (?:a|an) (?:sample|example|placeholder|dummy)(?: \w+)? (?:text|paragraph|page|description)\b|(?:insert|add|enter|type|write|put)(?: your| some| a)? (?:text|content|copy|description|paragraph)(?: here)?\b|your (?:text|content|description|copy) (?:here|goes here)|(?:text|content|description|copy) goes here\b|click (?:here )?to (?:edit|add) (?:this )?(?:text|your)|hier (?:steht|kommt)(?: ihr| dein)? (?:text|beispieltext)|dies ist ein (?:beispiel|blind|platzhalter)text|votre texte ici|texte (?:à venir|d[’']exemple)|su texto aquí|texto de ejemplo|testo di esempio|voorbeeldtekst|przykładowy tekst|texto de exemplo)/i

/** Of a text that is no name: that it fills the place of another, or asks for one. */
export const isTextOfTemplate = (text: string): boolean => latin.test(text) || asked.test(text)
