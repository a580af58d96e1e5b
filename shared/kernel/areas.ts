/** The four areas, by the letter that settings, keys and errors know them by. */
export const areaNames = ['A', 'B', 'C', 'D'] as const
export type Area = (typeof areaNames)[number]
