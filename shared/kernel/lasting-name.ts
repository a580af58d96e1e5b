/** Tells names that somebody chose from those that a script made up. Pure. */

/**
 * Whether an id or a class looks as if somebody had chosen it, rather than a script that numbers what it makes.
 * Stands alone: its text is also sent into the page.
 */
export const isLasting = (name: string): boolean =>
  name !== '' &&
  name.length <= 64 &&
  !/\d{4,}|[0-9a-f]{8,}|^:|:$|^(?:ember|react|radix|mui|headlessui|ui-id)\W?\w*\d|«|»/i.test(name)
