/** How texts are known that a font draws as pictures. */

/** Of the first family that an element asks for: those after it, "Segoe UI Symbol" say, are for signs that it lacks. */
export const iconFont = /^[^,]*(?:icon|icomoon|symbol|awesome|glyph|ding(?:bat|s\b)|fontello|themify)/i

/** Whose style sheet gives a single word such a font; an icon is one also where the font did not come. */
export const iconClass = /(?:^|\s)material-(?:icons|symbols)(?![a-z])/

/** How fonts call their pictures: arrow_back. */
export const pictureName = /^[a-z\d]+(?:_[a-z\d]+)*$/

/** Characters to which no standard gives a meaning, but only a font. */
export const privateSigns = /^[\p{Co}\s]+$/u
