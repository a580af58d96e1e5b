/** How much of a server that hosts sources is read in one go. */
export const hostingFetchLimits = { maxBytes: 4_194_304, timeoutMs: 15_000 }
