/** What tells who somebody is though no number does: facts that are harmless alone and name a person together. */

export const quasiIdentifiers = [
  'birth_date',
  'age',
  'home',
  'postcode',
  'income',
  'health',
  'work',
  'vehicle',
  'record_number',
  'family',
] as const
export type QuasiIdentifier = (typeof quasiIdentifiers)[number]

/** What each finding of personal data takes off, where nothing is said of what it is for. */
export const personalPoints: Readonly<Record<string, number>> = {
  secret: 50,
  us_ssn: 50,
  national_id: 45,
  credit_card: 45,
  iban: 35,
  phone: 14,
  email: 12,
  ip_address: 8,
}

/** Words of a purpose that needs the kind of data. */
export const neededFor: Readonly<Record<string, RegExp>> = {
  email:
    /\b(?:e-?mails?|newsletters?|mailing|contact|write to|invitations?|replies|account|sign-?ups?|registration)\b/i,
  phone: /\b(?:phones?|calls?|calling|contact|telephone|sms|texts?|deliver(?:y|ies))\b/i,
  iban: /\b(?:payments?|pay|bank|transfers?|invoices?|refunds?|salary|payroll|direct debit)\b/i,
  credit_card: /\b(?:payments?|pay|cards?|checkout|charges?|refunds?)\b/i,
  us_ssn: /\b(?:tax(?:es)?|payroll|social security|benefits|credit check)\b/i,
  national_id: /\b(?:tax(?:es)?|payroll|identity check|passports?|visas?|benefits|know your customer|kyc)\b/i,
  ip_address: /\b(?:security|network|logs?|incident|abuse|firewall|server)\b/i,
}

/** Of each kind, what names it beside a pattern; the patterns are bounded in every part. */
export const quasiPatterns: Readonly<Record<QuasiIdentifier, RegExp>> = {
  birth_date:
    /\b(?:born (?:on|in)|date of birth|d\.?o\.?b\.?|birth ?date|birthday)\b[\s:,is]{0,6}(?:the )?\d{1,4}[\s./-]{1,2}(?:\d{1,2}|\p{L}{3,9})(?:[\s./,-]{1,2}\d{2,4})?/giu,
  age: /\b(?:aged? (?:of )?\d{1,3}|\d{1,3}[ -]years?[ -]old)\b/giu,
  home: /\b\d{1,5}[a-z]?,? (?:\p{Lu}[\p{L}'’]{1,20} ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|boulevard|blvd|way|close|court|square|terrace|place)\b/giu,
  postcode:
    /\b(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|(?:zip|postcode|postal code|zip code)[\s:]{1,3}[A-Z\d][A-Z\d -]{2,8})\b/giu,
  income:
    /\b(?:earns?|earning|salary of|income of|paid|makes) (?:about |around |only |over )?[$€£]? ?\d{1,3}(?:[,.]?\d{3}){1,2}\b(?: ?(?:a|per) (?:year|month))?/giu,
  health:
    /\b(?:diagnosed with|treated for|suffers from|test(?:ed)? positive for|is pregnant|HIV[- ]positive|prescribed|surgery for|therapy for)\b/giu,
  work: /\b(?:works? (?:as|at|for)|employed (?:as|at|by)|a \p{L}{4,20} at) (?:an? |the )?\p{L}{2,20}(?: (?:and |& )?\p{Lu}\p{L}{1,20}){0,3}/giu,
  vehicle:
    /\b(?:licen[cs]e plate|number plate|registration|plate)\b[^.!?\n]{0,30}?\b(?=[A-Z\d -]{0,9}\d)[A-Z\d]{2,4}[ -]?[A-Z\d]{2,4}\b/giu,
  record_number:
    /\b(?:MRN|patient (?:id|number|record)|medical record|case number|employee (?:id|number)|member(?:ship)? number|student (?:id|number)|policy number)\b[\s:#.]{0,3}(?:MRN )?[A-Z\d-]{3,15}/giu,
  family: /\b(?:mother’s|mother's|father's|wife's|husband's|maiden) (?:maiden )?name\b/giu,
}
