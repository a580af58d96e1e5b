/** What the violations are about that name nodes which nobody signed who may. */
export const refusedSubject = { type: 'store', id: 'refused' } as const
